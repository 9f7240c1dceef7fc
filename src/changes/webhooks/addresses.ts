/**
 * Decides to which addresses webhooks connect. It checks the address that a connection uses, not
 * only the one that the name had at the start: a name may later mean another address.
 */
import { type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

const loopback = listOf(['127.0.0.0/8', '::1/128'])
/**
 * Private, link-local, shared and unique local addresses, and the prefixes of translators (NAT64,
 * 6to4), which can map to any of them.
 */
const privateNetworks = listOf([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16'],
  ...['192.88.99.0/24', '2001::/32'],
])
/**
 * Addresses of no single host on the network: multicast, reserved, documentation, and IPv4
 * addresses in forms that nobody uses any more. Those in the usual form, `::ffff:0:0/96`, are
 * compared as IPv4 addresses.
 */
const noHosts = listOf([
  ...['0.0.0.0/8', '192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  ...['::/96', '::ffff:0:0:0/96'],
  ...['100::/64', '2001:db8::/32', '3fff::/20', '5f00::/16', 'ff00::/8'],
])

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

export interface AddressRules {
  /** The address of the webhook names this machine. */
  readonly allowsLoopback: boolean
  readonly allowsPrivate: boolean
}

export const isAllowedAddress = (
  address: string,
  { allowsLoopback, allowsPrivate }: AddressRules,
): boolean => {
  const family = familyOf(address)
  if (loopback.check(address, family)) return allowsLoopback
  if (noHosts.check(address, family)) return false
  return allowsPrivate || !privateNetworks.check(address, family)
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** True if the name of the host denotes this machine. */
export const isLoopbackHost = ({ hostname }: URL): boolean => loopbackHost.test(hostname)

/** The IP address of a host that is written as one; undefined for a name. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  const address = hostname.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 ? undefined : address
}

class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

/** Resolves names for connections, and refuses addresses that the rules do not allow. */
export const createLookup =
  (rules: AddressRules): LookupFunction =>
  (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isAllowedAddress(address, rules))
      const [first] = allowed
      if (!first) {
        callback(error ?? new AddressRefused('the address is not allowed'), '')
      } else if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
