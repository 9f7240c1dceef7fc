/** The address of a client. */
import { isIPv6 } from 'node:net'

/**
 * The address without a port. Of an IPv6 address its network: a client has all of the addresses of
 * a /64. Behind trusted proxies, `ip` is what the first of them saw.
 */
export const addressOf = ({ ip = '' }: { readonly ip?: string | undefined }): string => {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

/** The first four of eight groups; `::` stands for those that are missing. */
const networkOf = (address: string): string => {
  const [start = '', end = ''] = address.split('::')
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
  const missing = 8 - groups(start).length - groups(end).length
  const all = address.includes('::')
    ? [...groups(start), ...Array<string>(missing).fill('0'), ...groups(end)]
    : groups(start)
  return all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
