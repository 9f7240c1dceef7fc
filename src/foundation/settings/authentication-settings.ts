/** Settings of authentication: how callers are identified. */
import {
  claim,
  claimOrNothing,
  flag,
  integer,
  listOfSome,
  oneOf,
  setting,
  signatures,
  text,
  tokenTypes,
} from './setting-forms.js'

export const authenticationSettings = {
  'platform.auth.allow-remote-without-authentication': setting(
    flag,
    false,
    'Allow `platform.auth.mode` = `none` on addresses other than loopback. Everyone who reaches the service may then do everything.',
  ),
  'platform.auth.any-tenant-authority': setting(
    text('an authority, or nothing'),
    '',
    'Authority that allows acting in any tenant, which the header `X-Tenant` names. Empty: nobody may.',
  ),
  'platform.auth.jwt.algorithms': setting(
    signatures,
    ['RS256', 'PS256', 'ES256', 'EdDSA'],
    'Algorithms that tokens may be signed with.',
  ),
  'platform.auth.jwt.audience': setting(
    text('a text'),
    '',
    'Required value of `aud` in a token: the name of this service. Required in mode `jwt`.',
  ),
  'platform.auth.jwt.authorities-claim': setting(
    claim,
    'authorities',
    'Claim with the authorities: a list of texts, or a text separated by spaces. For example `scope` or `realm_access.roles`.',
  ),
  'platform.auth.jwt.clock-skew-seconds': setting(
    integer(0, 600),
    30,
    'Maximum difference between the clocks of the issuer and the service.',
  ),
  'platform.auth.jwt.issuer': setting(
    text('a text'),
    '',
    'Required value of `iss` in a token, compared exactly. Required in mode `jwt`.',
  ),
  'platform.auth.jwt.jwks-cooldown-ms': setting(
    integer(1_000, 86_400_000),
    30_000,
    'Minimum time between two fetches that unknown keys cause.',
  ),
  'platform.auth.jwt.jwks-max-age-ms': setting(
    integer(1_000, 86_400_000),
    600_000,
    'Maximum age of fetched keys before they are fetched again.',
  ),
  'platform.auth.jwt.jwks-max-bytes': setting(
    integer(1_024, 16_777_216),
    262_144,
    'Maximum size of a fetched key set.',
  ),
  'platform.auth.jwt.jwks-timeout-ms': setting(
    integer(1, 600_000),
    5_000,
    'Maximum duration of a fetch of the keys.',
  ),
  'platform.auth.jwt.jwks-url': setting(
    text('an address'),
    '',
    'Address of the key set of the issuer: https, or http on loopback. Mode `jwt` requires this or `platform.auth.jwt.key-file`.',
  ),
  'platform.auth.jwt.key-file': setting(
    text('a file'),
    '',
    'File with the keys of the issuer: a JSON Web Key Set, or a public key or certificate in PEM.',
  ),
  'platform.auth.jwt.max-token-bytes': setting(
    integer(256, 65_536),
    8_192,
    'Maximum size of a token.',
  ),
  'platform.auth.jwt.principal-claim': setting(claim, 'sub', 'Claim with the name of the caller.'),
  'platform.auth.jwt.tenant-claim': setting(
    claimOrNothing,
    '',
    'Claim with the tenant of the caller. Empty: there are no tenants.',
  ),
  'platform.auth.jwt.types': setting(
    tokenTypes,
    ['at+jwt', 'JWT'],
    'Accepted values of `typ` in a token. Letter case and the prefix `application/` are ignored.',
  ),
  'platform.auth.mode': setting(
    oneOf('none', 'jwt'),
    'none',
    'How callers are identified. `none`: every caller is the development principal, or a declared caller that the request names; only on loopback. `jwt`: by bearer token.',
  ),
  'platform.auth.public': setting(
    listOfSome(0, 'health', 'metrics', 'docs', 'schemas'),
    ['health'],
    'What callers without credentials may read in mode `jwt`.',
  ),
} as const
