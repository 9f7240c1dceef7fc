/**
 * Forms of request headers: requests are checked with them, and the API description publishes them.
 */

const tag = '(W/)?"[!#-~\\u0080-\\u00ff]*"'
const blanks = '[ \\t]*'

/** `*`, or a list of entity tags with possibly empty items (RFC 9110, 13.1.1 and 5.6.1). */
export const entityTagsPattern = `^(${blanks}\\*${blanks}|[ \\t,]*${tag}${blanks}(,${blanks}(${tag}${blanks})?)*)$`

export const maxIdempotencyKeyLength = 255
/** Visible ASCII characters. */
export const idempotencyKeyPattern = `^[!-~]{1,${maxIdempotencyKeyLength}}$`

/** Names the caller that a request acts as while authentication is off. */
export const developmentCallerHeader = 'X-Development-Caller'

/** The response to a dry run has it, with the value `true`. */
export const dryRunHeader = 'X-Dry-Run'

/** What a client has seen of the log: a response has it, and requests send it back. */
export const readTokenHeader = 'X-Read-Token'
/** 8 digits of a timeline and 16 of a position; of two tokens the greater text is later. */
export const readTokenPattern = '^[0-9a-f]{24}$'

/** Names the tenant that a request acts in, for callers who may act in any. */
export const tenantHeader = 'X-Tenant'
