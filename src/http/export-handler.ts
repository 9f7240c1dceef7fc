/** What an export does with a request. */
import { Readable } from 'node:stream'
import type { RecordRow } from '../operations/read.js'
import { type ExportHead, planExport } from '../operations/read-export.js'
import { attachment } from './content-disposition.js'
import { type Handlers, versioned } from './exchange.js'
import { exportFormats } from './export-formats.js'

export const exportHandler = {
  export: async ({ call, reply, request }) => {
    const { format, body, resource, maxRows, run } = planExport(call, request.body)
    const { contentType, write } = exportFormats[format]
    const pieces = run()
    // The facts decide between an answer and an error; after them only the connection can break.
    const head = (await pieces.next()).value as ExportHead
    if (head.isTruncated) reply.header('X-Export-Truncated', 'true')
    const bytes = write(resource, pieces as AsyncIterable<readonly RecordRow[]>, body)
    return versioned(reply, head.datasetVersion)
      .type(contentType)
      .header('Content-Disposition', attachment(body.fileName ?? resource.name, format))
      .header('X-Export-Max-Rows', String(maxRows))
      .send(Readable.from(bytes, { objectMode: false }))
  },
} satisfies Handlers
