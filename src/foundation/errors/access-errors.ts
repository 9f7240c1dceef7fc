/**
 * Messages about credentials, callers, authorities, states and rules. Those about tokens also go
 * into the header WWW-Authenticate: they contain no quotation marks and no backslashes.
 */
import type { ErrorMessage } from './error-message.js'

export const accessErrors = {
  credentialsRequired: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "Credentials are required: send 'Authorization: Bearer' with a token.",
  },
  schemeUnsupported: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The scheme of the header Authorization must be 'Bearer'.",
  },
  tokenMalformed: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The header Authorization must have exactly one token after 'Bearer'.",
  },
  tokenTooLarge: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token is larger than {limit} bytes.',
  },
  tokenNotJwt: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token is not a signed JWT.',
  },
  tokenTypeRejected: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The type of the token is not accepted.',
  },
  tokenAlgorithmRejected: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The signature algorithm of the token is not accepted.',
  },
  tokenExtensionUnsupported: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token requires an extension that is not supported.',
  },
  tokenKeyUnknown: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token is signed with an unknown key.',
  },
  tokenSignatureWrong: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The signature of the token is wrong.',
  },
  tokenExpired: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token has expired.',
  },
  tokenNotYetValid: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token is not valid yet.',
  },
  tokenAudienceWrong: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token is for another audience.',
  },
  tokenIssuerWrong: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token is from another issuer.',
  },
  tokenNotVerifiable: {
    code: 'AUTHENTICATION_REQUIRED',
    text: 'The token could not be verified.',
  },
  claimMissing: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The token has no claim '{claim}'.",
  },
  claimNotNumber: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The claim '{claim}' of the token is not a number.",
  },
  claimNotText: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The claim '{claim}' of the token is empty or not a text.",
  },
  claimNotTexts: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The claim '{claim}' of the token is neither a list of texts nor a text.",
  },
  claimRejected: {
    code: 'AUTHENTICATION_REQUIRED',
    text: "The claim '{claim}' of the token is not accepted.",
  },

  developmentCallerUnknown: {
    code: 'INVALID_PARAMETER',
    text: "There is no caller '{id}'; the callers are {known}.",
    target: 'X-Development-Caller',
  },
  developmentCallersMissing: {
    code: 'INVALID_PARAMETER',
    text: 'The application declares no callers; leave this header out.',
    target: 'X-Development-Caller',
  },

  authorityMissing: {
    code: 'ACCESS_DENIED',
    text: 'This requires the authority {authorities}.',
    properties: ['reason', 'requiredAuthorities'],
  },
  tenantMissing: {
    code: 'ACCESS_DENIED',
    text: 'This requires a caller of a tenant.',
    properties: ['reason'],
  },
  tenantForeign: {
    code: 'ACCESS_DENIED',
    text: 'The caller may not act in another tenant.',
    target: 'X-Tenant',
  },
  tenantInvalid: {
    code: 'INVALID_PARAMETER',
    text: 'The header does not name a tenant.',
    target: 'X-Tenant',
  },
  ruleDenies: {
    code: 'ACCESS_DENIED',
    text: 'This is not allowed: {reason}.',
    properties: ['reason'],
  },
  stateBlocks: {
    code: 'RESOURCE_STATE_BLOCKED',
    text: 'The state of the record does not allow this; it must be {states}.',
    properties: ['reason', 'state', 'allowedStates'],
  },
  recordDeleted: {
    code: 'RESOURCE_STATE_BLOCKED',
    text: 'The record is deleted; restore it first.',
    properties: ['reason'],
  },
  recordNotDeleted: {
    code: 'RESOURCE_STATE_BLOCKED',
    text: 'The record is not deleted, so it cannot be restored.',
    properties: ['reason'],
  },
  hostNotLocal: {
    code: 'ACCESS_DENIED',
    text: 'Without authentication, the service accepts only host names of this machine.',
    target: 'Host',
  },
  callerNotLocal: {
    code: 'ACCESS_DENIED',
    text: "Without authentication, the service accepts only callers on this machine, and cannot see who calls its fetch handler. Set 'platform.auth.mode', or, if something else guards the service, 'platform.auth.allow-remote-without-authentication'.",
  },
  originNotAllowed: {
    code: 'ACCESS_DENIED',
    text: "Pages from this origin may not write; see the setting 'platform.http.cors.origins'.",
    target: 'Origin',
  },
} as const satisfies Record<string, ErrorMessage>
