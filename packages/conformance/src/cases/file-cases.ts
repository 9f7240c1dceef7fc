/** Files of records: their bytes are those that the record publishes. */
import { createHash } from 'node:crypto'
import type { Field } from '../catalog.js'
import { isObject, members } from '../json.js'
import { mediaTypeOf, withStatus } from '../service.js'
import { demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'
import { demandConditional } from './conditional-cases.js'

const accept = '*/*'

const downloadCase = ({ name }: Field): Case =>
  casesOf('files')(`a download of '${name}' is the published file`, async (subject) => {
    const { service, rows } = subject
    const row = rows.find((candidate) => isObject(candidate[name]))
    if (!row) throw new NotJudged(`No row has a file in '${name}'.`)
    const { href, type, size, sha256 } = members(row[name])
    if (typeof href !== 'string' || !href.startsWith('/')) {
      throw new NotJudged(`The file is not at a path of the service: ${href}`)
    }
    const exchange = withStatus(await service.send('GET', href, { headers: { accept } }), 200)
    demandEqual('The media type', mediaTypeOf(exchange), type)
    demandEqual('The number of bytes', exchange.bytes.length, size)
    const hash = createHash('sha256').update(exchange.bytes).digest('hex')
    demandEqual('The SHA-256 of the bytes', hash, sha256)
    await demandConditional(subject, href, accept)
  })

export const deriveFiles: Derive = ({ resource: { fields, operations } }) =>
  operations.has('downloadFile') ? fields.filter(({ isFile }) => isFile).map(downloadCase) : []
