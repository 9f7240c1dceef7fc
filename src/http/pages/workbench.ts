/**
 * `/workbench`, a page over the discovery catalogs, and `/docs`, where the same page is only its
 * API reference. The service sends the shell of the page and its files, which hold no data and are
 * public; the page requests everything else as any client does.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding } from '../../foundation/encoding/encodings.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { SignIn } from '../../wire/sign-in.js'
import { sendKept } from '../response/compression.js'
import { addVary, isUnchanged } from '../response/conditional.js'
import { type FixedHeaders, pageHeaders } from '../response/security-headers.js'
import type { Router } from '../router.js'
import { type Customization, customFiles } from './customization.js'
import { firstFrame } from './first-frame.js'
import { documentOf, Html, html, htmlType } from './html.js'
import { mediaTypes } from './public-file.js'

/** The file of a bundle that names the others. */
export const manifestFile = 'manifest.json'

/** File names of a bundle, which contain the hash of their content. */
export interface WorkbenchManifest {
  readonly script: string
  readonly styles: readonly string[]
  /** Scripts that the first one imports. */
  readonly preloads: readonly string[]
  readonly icon: string
  /** Digest of the content of every file, by file name. */
  readonly digests: Readonly<Record<string, string>>
}

/** The built page in memory. */
export interface WorkbenchBundle {
  readonly manifest: WorkbenchManifest
  /** Every file by its name, in each encoding. */
  readonly files: ReadonlyMap<string, Readonly<Record<Encoding, Buffer>>>
}

export interface WorkbenchOptions {
  readonly settings: Settings
  /** Title of the API. */
  readonly title: string
  /** Returns undefined if the page is not built. */
  readonly bundle: () => Promise<WorkbenchBundle | undefined>
  /** `/` redirects to the workbench. In a server of a host, `/` belongs to the host. */
  readonly redirectsRoot: boolean
  /** The service stores the views of its callers. */
  readonly storesViews: boolean
  readonly customization: Customization
}

/**
 * The workbench shows images that it has downloaded with the caller's token, as `blob:`. It gets
 * the token of a user who signs in from the identity provider.
 */
const headersOf = (signIn: SignIn | undefined): FixedHeaders => {
  const requested = ["'self'", ...(signIn ? [new URL(signIn.issuer).origin] : [])].join(' ')
  return pageHeaders(
    ...["script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:"],
    ...[`connect-src ${requested}`, "font-src 'self'", "form-action 'none'"],
  )
}

/**
 * Undefined: users paste a token. The provider returns to the workbench, also from the API
 * reference.
 */
const signInOf = (settings: Settings): SignIn | undefined => {
  const clientId = settings['platform.workbench.sign-in.client-id']
  if (clientId === '' || !settings['platform.workbench.enabled']) return undefined
  const parameter = settings['platform.workbench.sign-in.audience-parameter']
  return {
    issuer: settings['platform.auth.jwt.issuer'],
    clientId,
    scope: settings['platform.workbench.sign-in.scope'],
    target: parameter === 'none' ? {} : { [parameter]: settings['platform.auth.jwt.audience'] },
  }
}

/** An image that is opened by itself runs no script, whatever it contains. */
const imageHeaders = pageHeaders("style-src 'unsafe-inline'", 'sandbox')

/**
 * Files are directly below the page, whose addresses have no dot there, and in the folder of the
 * extension.
 */
const fileName = /^(?:extensions\/.*|[^/]*\.([^/.]+))$/

/** Adds the API reference, which every service has, and the workbench if it is enabled. */
export const addWorkbench = (app: Router, options: WorkbenchOptions): void => {
  const { settings, redirectsRoot } = options
  const contextPath = settings['platform.http.context-path']
  const signIn = signInOf(settings)
  addPage(app, `${contextPath}/docs`, signIn, options)
  if (!settings['platform.workbench.enabled']) return
  const url = `${contextPath}/workbench`
  addPage(app, url, signIn, options)
  if (!redirectsRoot) return
  for (const root of contextPath === '' ? ['/'] : [contextPath, `${contextPath}/`]) {
    app.get(root, async (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').redirect(url),
    )
  }
}

/** Adds the page at a path, with its files and the addresses of its views below. */
const addPage = (
  app: Router,
  url: string,
  signIn: SignIn | undefined,
  options: WorkbenchOptions,
): void => {
  const { settings, title, bundle, customization } = options
  const fixedHeaders = headersOf(signIn)
  const notBuilt = notBuiltPage(customization.title || title)
  const sendShell = async (request: FastifyRequest, reply: FastifyReply) => {
    const built = await bundle()
    if (!built) return reply.code(503).header('Cache-Control', 'no-store').send(notBuilt)
    const page = shell(built.manifest, url, signIn, options)
    const tag = `"${digestOf(page)}"`
    reply.headers({ ETag: tag, 'Cache-Control': 'no-cache' })
    return isUnchanged(request, tag) ? reply.code(304).send() : reply.send(page)
  }
  const sendFile = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const built = await bundle()
    const file = built?.files.get(name)
    if (!built || !file) throw new AppError(problem('routeNotFound'))
    const tag = `"${built.manifest.digests[name]}"`
    addVary(reply, 'Accept-Encoding')
    reply.headers({ ETag: tag, 'Cache-Control': 'public, max-age=31536000, immutable' })
    if (isUnchanged(request, tag)) return reply.code(304).send()
    const extension = fileName.exec(name)?.[1] ?? ''
    reply.type(mediaTypes[extension] ?? 'application/octet-stream')
    return sendKept(request, reply, settings, (encoding) => file[encoding])
  }
  const sendCustomFile = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const { content, mediaType, digest } = customization.files.get(name)!
    const tag = `"${digest}"`
    reply.headers({ ETag: tag, 'Cache-Control': 'no-cache' })
    if (isUnchanged(request, tag)) return reply.code(304).send()
    if (mediaType.startsWith('image/')) reply.headers(imageHeaders)
    return reply.type(mediaType).send(content)
  }
  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(fixedHeaders)
    const { '*': path = '' } = request.params as { readonly '*'?: string }
    if (customization.files.has(path)) return sendCustomFile(path, request, reply)
    if (fileName.test(path)) return sendFile(path, request, reply)
    return sendShell(request, reply.type(htmlType))
  }
  app.get(url, respond)
  app.get(`${url}/*`, respond)
}

const shell = (
  { script, styles, preloads, icon }: WorkbenchManifest,
  url: string,
  signIn: SignIn | undefined,
  { settings, title, storesViews, customization }: WorkbenchOptions,
): string => {
  const { files, languages } = customization
  const contextPath = settings['platform.http.context-path']
  const at = (name: string): string => `${url}/${name}`
  const logo = files.get(customFiles.logo)
  const isExtended = url === `${contextPath}/workbench` && files.has(customFiles.extension)
  const sheets = [...styles, ...(files.has(customFiles.accent) ? [customFiles.accent] : [])]
  const workbench = settings['platform.workbench.enabled'] ? `${contextPath}/workbench` : ''
  return documentOf(
    html`<title>${customization.title || title}</title>
<meta name="color-scheme" content="light dark">
<meta name="corollary-context" content="${contextPath}">
<meta name="corollary-page" content="${url}">
<meta name="corollary-workbench" content="${workbench}">
<meta name="corollary-authentication" content="${settings['platform.auth.mode']}">
<meta name="corollary-views" content="${storesViews ? 'stored' : 'local'}">
<meta name="corollary-title" content="${customization.title}">
<meta name="corollary-logo" content="${logo && at(customFiles.logo)}">
<meta name="corollary-texts" content="${languages.join(' ')}">
<meta name="corollary-extension" content="${isExtended ? at(customFiles.extension) : ''}">
${signIn ? html`<meta name="corollary-sign-in" content="${JSON.stringify(signIn)}">` : ''}
<link rel="icon" type="${logo?.mediaType ?? 'image/svg+xml'}" href="${at(logo ? customFiles.logo : icon)}">
${Html.all(sheets.map((name) => html`<link rel="stylesheet" href="${at(name)}">`))}
${Html.all(preloads.map((name) => html`<link rel="modulepreload" href="${at(name)}">`))}
<script type="module" src="${at(script)}"></script>`,
    html`${firstFrame(customization.title || title, logo && at(customFiles.logo))}
<div id="workbench"></div>
<noscript>This page needs JavaScript. Without it, read the API description as JSON (OpenAPI 3.1):
<a href="${contextPath}/v3/api-docs">the whole API</a>, or
<a href="${contextPath}/schemas/resources">the resources</a>, each of which has a description of its own.</noscript>`,
  )
}

const notBuiltPage = (title: string): string =>
  documentOf(
    html`<title>${title}</title>`,
    html`<h1>This page is not built</h1>
<p>The API works, but this installation of Corollary lacks the files of the page. In a checkout, build
them with</p>
<pre>npm run build</pre>
<p>and reload this page.</p>`,
  )
