/** Sends the page's requests through the transport of the client package. */
import { CorollaryError } from '../../src/client/error.js'
import { type Form, forms } from '../../src/client/forms.js'
import type { Failure, Result } from '../../src/client/result.js'
import {
  createTransport,
  type ReadTokenHolder,
  type WireRequest,
} from '../../src/client/transport.js'
import { authentication } from '../browser/page-facts.js'
import { recordingFetch } from './exchanges.js'
import { identityHeaders, needsToken, renewal } from './identity.js'

export type { Result }
export { CorollaryError, forms }

// Paths in catalogs contain the context path, so the base is the origin of the page.
const readToken: ReadTokenHolder = {}
/** Options of all transports of the page. */
export const shared = {
  baseUrl: '',
  headers: async () => {
    await renewal.value?.()
    return identityHeaders()
  },
  readToken,
}
const transport = createTransport({ ...shared, fetch: recordingFetch })

/** Sends a request and reads a body of this form. */
export const send = async <T>(request: WireRequest, form: Form): Promise<Result<T>> => {
  const result = await transport.send<T>(request, form)
  noteMissingToken(result)
  return result
}

/** Sends a request and leaves the body to the caller, for files. */
export const download = async (request: WireRequest) => {
  const result = await transport.download(request)
  noteMissingToken(result)
  return result
}

/** The error of a connection that broke while a body was read. */
export const brokenOff = (facts: { readonly isRepeatable: boolean; readonly cause: unknown }) =>
  new CorollaryError({ code: 'NETWORK_ERROR', message: 'The connection broke.', ...facts })

/** Makes later requests see the changes up to a token. */
export const { keepToken } = transport

export const noteMissingToken = (result: { ok: true } | Failure): void => {
  if (!result.ok && result.error.status === 401 && authentication === 'jwt') needsToken.value = true
}
