/** What the documentation pages have in common: the frame of a page and its style sheet. */
import { documentOf, Html, html } from '../html.js'

/** Addresses that pages link to, as texts for `href`. */
export interface DocsAddresses {
  readonly contextPath: string
  /** Of an operation in the workbench; undefined if there is no workbench. */
  readonly tryOut: ((document: string, operationId: string) => string) | undefined
}

export const style = `
:root { color-scheme: light dark; background: light-dark(#fff, #121212); color: light-dark(#1b1b1b, #eee); --line: #8884; --accent: light-dark(#1d4fbf, #8fb4ff); }
* { box-sizing: border-box; }
body { max-width: 64rem; margin: 0 auto; padding: 1rem; font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); text-underline-offset: .15em; }
h1, h2, h3, p { overflow-wrap: anywhere; }
h1 { margin: .5rem 0; font-size: 1.7rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.3rem; }
h3 { margin: 2rem 0 .25rem; font-size: 1.05rem; }
h4 { margin: 1rem 0 .25rem; font-size: .95rem; }
p { margin: .5rem 0; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
p code, .contents code, .index code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; }
nav > a { margin-right: 1rem; }
form { display: flex; gap: .5rem; margin: 1rem 0; }
input { flex: 0 1 24rem; min-width: 0; }
input, button { padding: .35rem .6rem; font: inherit; }
table { border-collapse: collapse; width: 100%; }
caption { margin-top: 1rem; text-align: left; font-weight: 700; }
td, th { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
.scroll { overflow-x: auto; }
.contents td:first-child { width: 45%; }
.index :is(td, th):last-child { width: 6rem; padding-right: 0; text-align: right; }
@media (max-width: 40rem) { .contents td { display: block; width: auto; } .contents td:first-child { border: 0; padding-bottom: 0; } }
.method { font-weight: 700; }
.deprecated { text-decoration: line-through; }
.note { opacity: .8; }
summary { cursor: pointer; margin: .5rem 0; }
:target { scroll-margin-top: 1rem; }
:target > h3 { background: #fd06; }
tr:target { background: #fd06; }
`

/** @param links of the page, beside those of all pages */
export const page = (
  title: string,
  body: Html,
  { contextPath, tryOut }: DocsAddresses,
  links: readonly Html[] = [],
): string =>
  documentOf(
    html`<title>${title}</title>
<link rel="stylesheet" href="${contextPath}/docs/style.css">`,
    html`<nav><a href="${contextPath}/docs">All resources</a>
<a href="${contextPath}/docs/errors">Errors</a>
${tryOut ? html`<a href="${contextPath}/workbench">Workbench</a>` : html``}
${Html.all(links)}</nav>
<main>${body}</main>`,
  )

const cells = (heads: readonly string[]): Html =>
  html`<thead><tr>${Html.all(heads.map((head) => html`<th>${head}</th>`))}</tr></thead>`

export const table = (heads: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="scroll"><table>${cells(heads)}
<tbody>${Html.all(rows)}</tbody></table></div>`

/** The operations of a section. */
export const contentsTable = (caption: string, rows: readonly Html[]): Html =>
  html`<table class="contents"><caption>${caption}</caption>
<tbody>${Html.all(rows)}</tbody></table>`

/** The resources of a group; the last column has numbers. */
export const indexTable = (heads: readonly string[], rows: readonly Html[]): Html =>
  html`<table class="index">${cells(heads)}
<tbody>${Html.all(rows)}</tbody></table>`

/** Text of a description: names in backticks are code. */
export const prose = (text: string): Html =>
  new Html(
    text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`).text)
      .join(''),
  )
