/** The handler of exports. */
import { resume } from '../../foundation/sequences/resume.js'
import type { RecordRow } from '../../operations/read/read.js'
import { type ExportHead, type ExportPlan, planExport } from '../../operations/read/read-export.js'
import { sendStream } from '../connections/send-stream.js'
import { exportFormats } from '../export/export-formats.js'
import { checkAccept } from '../request/media-types.js'
import { attachment } from '../response/content-disposition.js'
import { type Exchange, type Handlers, versioned } from './exchange.js'

export const exportHandler = {
  export: async (exchange) => {
    const { call, reply, request } = exchange
    const plan = planExport(call, request.body)
    const { format, body, resource, maxRows } = plan
    const { contentType, write } = exportFormats[format]
    // Many clients send `Accept: application/json` with every request; they get the file too.
    checkAccept(request, [contentType, 'application/json'])
    const headers = headersOf(exchange, plan)
    const pieces = plan.run()
    const head = (await pieces.next()).value as ExportHead
    // Errors occur before the first batch; after it, only the connection can break.
    const first = await pieces.next()
    if (head.isTruncated) reply.header('X-Export-Truncated', 'true')
    versioned(reply, head.datasetVersion)
      .type(contentType)
      .header('Content-Disposition', attachment(body.fileName ?? resource.name, format))
      .header('X-Export-Max-Rows', String(maxRows))
    const rows = resume(first, pieces) as AsyncIterable<readonly RecordRow[]>
    const { zone } = call.clock
    return sendStream(
      reply,
      call.settings,
      pieces,
      write({ resource, rows, headers, options: body, zone }),
    )
  },
} satisfies Handlers

/** Names of the exported fields, or their labels in the caller's language. */
const headersOf = (
  { call, discoveryOf }: Exchange,
  { format, body, resource }: ExportPlan,
): readonly string[] => {
  const names = [...resource.response.keys()]
  if ((body.formatOptions?.headers ?? exportFormats[format].headers) === 'fields') return names
  const labels = discoveryOf(call.view).columnLabels(resource.key, call.view.translate)
  return distinct(names.map((name) => [name, labels.get(name) ?? name]))
}

/** Adds the name of the field to a label that several fields share. */
const distinct = (
  columns: readonly (readonly [name: string, label: string])[],
): readonly string[] => {
  const isShared = (label: string): boolean =>
    columns.filter(([, other]) => other === label).length > 1
  return columns.map(([name, label]) => (isShared(label) ? `${label} (${name})` : label))
}
