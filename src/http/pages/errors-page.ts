/**
 * `/docs/errors`: every error code with an anchor, which the `type` of an error names. The page has
 * no scripts, so that it can be read in a terminal, and holds no data of the service.
 */
import { createHash } from 'node:crypto'
import { errorTable } from '../../foundation/errors/error-codes.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import { isUnchanged } from '../response/conditional.js'
import { pageHeaders } from '../response/security-headers.js'
import type { Router } from '../router.js'
import { documentOf, Html, html, htmlType } from './html.js'

const style = `
:root { color-scheme: light dark; background: light-dark(#fff, #121212); color: light-dark(#1b1b1b, #eee); }
body { max-width: 64rem; margin: 0 auto; padding: 1rem; font: 16px/1.55 system-ui, sans-serif; }
a { color: light-dark(#1d4fbf, #8fb4ff); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid #8884; }
tr:target { background: #fd06; }
`

const styleHash = createHash('sha256').update(style).digest('base64')

export const addErrorsPage = (app: Router, contextPath: string): void => {
  const page = errorsPage(contextPath)
  const headers = {
    ...pageHeaders(`style-src 'sha256-${styleHash}'`, "form-action 'none'"),
    ...{ ETag: `"${digestOf(page)}"`, 'Cache-Control': 'no-cache' },
  }
  app.get(`${contextPath}/docs/errors`, async (request, reply) => {
    reply.headers(headers).type(htmlType)
    return isUnchanged(request, headers.ETag) ? reply.code(304).send() : reply.send(page)
  })
}

const errorsPage = (contextPath: string): string => {
  const rows = Object.entries(errorTable).map(
    ([code, { status, category, title }]) =>
      html`<tr id="${code}"><td><code>${code}</code></td><td>${String(status)}</td><td>${category}</td><td>${title}</td></tr>`,
  )
  return documentOf(
    html`<title>Errors</title>
<style>${new Html(style)}</style>`,
    html`<nav><a href="${contextPath}/docs">API reference</a></nav>
<main><h1>Errors</h1>
<div class="scroll"><table>
<thead><tr><th>Code</th><th>Status</th><th>Category</th><th>Meaning</th></tr></thead>
<tbody>${Html.all(rows)}</tbody></table></div></main>`,
  )
}
