/** Imports, as dry runs: what an export wrote is taken back. */
import { endpointAt } from '../catalog.js'
import { dataOf } from '../created-records.js'
import { items, members } from '../json.js'
import { withStatus } from '../service.js'
import { demandEqual, NotJudged } from '../verdicts.js'
import { denials } from './action-cases.js'
import { casesOf, type Derive } from './case.js'
import { exportAs } from './record-cases.js'

const exportedCase = casesOf('imports')(
  'an import of exported rows finds each record again',
  async (subject) => {
    const { service, resource, rows } = subject
    const { path } = resource
    if (!endpointAt(resource, '/import', 'POST')?.takes.has('dryRun')) {
      throw new NotJudged('An import cannot be tried.')
    }
    const { text } = await exportAs(subject, 'csv')
    const exchange = await service.send(
      'POST',
      `${path}/import?mode=update&atomic=false&dryRun=true`,
      {
        body: text,
        headers: { 'content-type': 'text/csv' },
      },
    )
    demandEqual('X-Dry-Run', withStatus(exchange, 200).headers.get('x-dry-run'), 'true')
    const { total, created, updated, unchanged, failed, errors } = dataOf(exchange)
    const codes = [...new Set(items(errors).map((error) => members(error)['code']))]
    if (codes.length > 0 && codes.every((code) => denials.has(code))) {
      throw new NotJudged(`This caller may not write ${failed} of ${total} rows: ${codes.join()}.`)
    }
    demandEqual(
      'The counts of the import',
      { total, created, failed, found: Number(updated) + Number(unchanged), codes },
      { total: rows.length, created: 0, failed: 0, found: rows.length, codes: [] },
    )
  },
)

export const deriveImports: Derive = ({ resource: { operations } }) =>
  ['import', 'export', 'update'].every((name) => operations.has(name)) ? [exportedCase] : []
