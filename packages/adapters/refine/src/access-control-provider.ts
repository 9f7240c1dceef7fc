/** What the caller may do, from the capabilities, with the reason why not. */
import type { AccessControlProvider } from '@refinedev/core'
import type { Capabilities, UntypedClient } from 'corollary/client'
import { accessOf } from '../../shared/src/access.js'
import { dataOf } from './http-error.js'

/** Actions of Refine, as operations of the service. Other actions have their own name. */
const operationOf: Readonly<Record<string, string>> = {
  ...{ list: 'filter', show: 'byId', edit: 'update', clone: 'create' },
}

export interface AccessSettings {
  /** The text for a reason, such as `read-only`. Default: the reason in words. */
  readonly reasonText?: (reason: string) => string
}

export const accessControlProviderOf = (
  client: UntypedClient,
  { reasonText = inWords }: AccessSettings,
): AccessControlProvider => {
  /** Buttons of one record ask at the same time: they share a request. */
  const reading = new Map<string, Promise<Capabilities>>()
  return {
    can: async ({ resource, action, params }) => {
      if (resource === undefined) return { can: true }
      const key = JSON.stringify([resource, params?.id])
      const read = reading.get(key) ?? dataOf(client.resource(resource).capabilities(params?.id))
      reading.set(key, read)
      const capabilities = await read.finally(() => reading.delete(key))
      const { can, reason } = accessOf(capabilities, operationOf[action] ?? action)
      return { can, ...(reason === null ? {} : { reason: reasonText(reason) }) }
    },
  }
}

const inWords = (reason: string): string => {
  const words = reason.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
