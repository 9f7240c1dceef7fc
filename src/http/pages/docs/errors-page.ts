/** `/docs/errors`: every error code. Errors link to it. */
import { errorTable } from '../../../foundation/errors/error-codes.js'
import { html } from '../html.js'
import { type DocsAddresses, page, table } from './layout.js'

export const errorsPage = (addresses: DocsAddresses): string =>
  page(
    'Errors',
    html`<h1>Errors</h1>${table(
      ['Code', 'Status', 'Category', 'Meaning'],
      Object.entries(errorTable).map(
        ([code, { status, category, title }]) =>
          html`<tr id="${code}"><td><code>${code}</code></td><td>${String(status)}</td><td>${category}</td><td>${title}</td></tr>`,
      ),
    )}`,
    addresses,
  )
