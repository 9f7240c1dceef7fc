/** Settings of the workbench: whether there is one, its look, the sign-in and the stored views. */
import { color, flag, integer, oneOf, scopes, setting, text } from './setting-forms.js'

export const workbenchSettings = {
  'platform.workbench.accent': setting(
    color,
    '',
    'Color of links, buttons and marks of the workbench. Each theme makes it darker or lighter until its contrast is sufficient. Empty: blue.',
  ),
  'platform.workbench.authority': setting(
    text('an authority', (value) => value !== ''),
    'workbench:curate',
    'Authority that allows pinning public views to the home page of everyone, and changing and deleting the public views of others.',
  ),
  'platform.workbench.enabled': setting(
    flag,
    true,
    'Whether the service has the page `/workbench`, and `/` leads to it.',
  ),
  'platform.workbench.extensions': setting(
    text('a folder, or nothing'),
    '',
    'Folder with `index.js`, a module that adds cells and pages to the workbench. Its files are public. Empty: none.',
  ),
  'platform.workbench.logo': setting(
    text('a file, a data: URL, or nothing'),
    '',
    'Image beside the title of the workbench: a file with SVG, PNG, JPEG or WebP, or a `data:` URL, of at most 256 KiB. Empty: none.',
  ),
  'platform.workbench.max-views': setting(
    integer(1, 10_000),
    200,
    'Maximum number of views that one caller may store.',
  ),
  'platform.workbench.sign-in.audience-parameter': setting(
    oneOf('none', 'audience', 'resource'),
    'none',
    'Parameter of requests to the identity provider that names `platform.auth.jwt.audience`: `resource` (RFC 8707), `audience` (Auth0), or none, where the provider knows the audience from the client or from the scope.',
  ),
  'platform.workbench.sign-in.client-id': setting(
    text('a text'),
    '',
    'Name of the workbench at the identity provider, which is `platform.auth.jwt.issuer`: a public client. Users then sign in with OpenID Connect. Empty: they paste a token.',
  ),
  'platform.workbench.sign-in.scope': setting(
    scopes,
    'openid',
    'Scopes that the workbench requests, separated by spaces. Many providers need `offline_access` to renew tokens without a sign-in.',
  ),
  'platform.workbench.store': setting(
    oneOf('database', 'none'),
    'database',
    'Where named views and dashboards of the workbench are kept: in the platform tables, where a team shares them, or only in the browser of each user. Where the service may not use its table, they are kept in the browser too.',
  ),
  'platform.workbench.title': setting(
    text('a title of at most 80 characters, or nothing', (value) => value.length <= 80),
    '',
    'Name of the workbench, at its top, on its home page and in the tab of the browser. Empty: the title of the API.',
  ),
} as const
