/** HTML as template literals: texts are escaped, parts that are HTML already are not. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, (character) => escapes[character]!)

export class Html {
  constructor(readonly text: string) {}
  static all(parts: readonly Html[]): Html {
    return new Html(parts.map(({ text }) => text).join('\n'))
  }
}

export const html = (
  pieces: TemplateStringsArray,
  ...values: readonly (Html | string | undefined)[]
): Html =>
  new Html(
    pieces.reduce((text, piece, index) => {
      const value = values[index - 1]
      return `${text}${value instanceof Html ? value.text : escaped(value)}${piece}`
    }),
  )

/** A whole document. */
export const documentOf = (head: Html, body: Html): string =>
  `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}</head>
<body>${body}</body></html>`.text
  }\n`

export const htmlType = 'text/html; charset=utf-8'
