/** The handler of imports. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import { printJson } from '../../foundation/text/placeholders.js'
import type { MappedColumn } from '../../operations/import/file-columns.js'
import { importRecords } from '../../operations/import/import-records.js'
import { csvDelimiters } from '../../wire/export.js'
import { type ImportProgress, importModes } from '../../wire/import.js'
import { eventStreamType } from '../connections/event-stream.js'
import { csvCell } from '../export/export-csv.js'
import { importFormats } from '../import/import-formats.js'
import { spoolRows } from '../import/spool-rows.js'
import { readBytes } from '../request/body.js'
import { charsetOf, fileTypeOf } from '../request/media-types.js'
import { parametersOf, readFlag, readRepeated, readSingle } from '../request/parameters.js'
import { pathOf } from '../request/request-target.js'
import { failure, success } from '../response/envelope.js'
import { type Exchange, enabledLinks, type Handlers, sendJson } from './exchange.js'

export const importHandler = {
  import: async (exchange) => {
    const { reply, request, call, links } = exchange
    let progress: ImportProgress = { done: 0, total: 0 }
    const run = await beginImport(exchange, (made) => {
      progress = made
    })
    const all = enabledLinks(exchange, links.collection)
    const bodyOf = async () => success(printJson(await run(), call.view.texts), all, call.clock.now)
    if (!request.headers.accept?.includes(eventStreamType)) return sendJson(reply, await bodyOf())
    reply
      .type(eventStreamType)
      .header('Cache-Control', 'no-store')
      .header('X-Accel-Buffering', 'no')
    const body = bodyOf()
    // The events wait for it too, but never begin if the client has left.
    body.catch(() => undefined)
    const events = eventsOf(exchange, body, () => progress)
    return reply.send(Readable.from(events, { objectMode: false }))
  },
} satisfies Handlers

/** Reads the request and its file, and returns what imports it. */
const beginImport = async (
  { call, discoveryOf, reply, request, chargeItems }: Exchange,
  onProgress: (progress: ImportProgress) => void,
) => {
  const { resource, settings, view } = call
  const query = parametersOf(request)
  const options = {
    mode: readChoice(readSingle(query, 'mode'), importModes, 'importModeInvalid'),
    isAtomic: readFlag(query, 'atomic', true),
    ignoreUnknown: readFlag(query, 'ignoreUnknown', false),
    mapping: readRepeated(query, 'column').map(readMapping),
    // As CSV has them, so that a client can send the rows back.
    listedCell: readFlag(query, 'listRows', false) ? csvCell : undefined,
  }
  const delimiter = readChoice(
    readSingle(query, 'delimiter'),
    [...csvDelimiters, '\t'],
    'importDelimiterInvalid',
  )
  const maxBytes = settings['platform.import.max-bytes']
  const maxRows = settings['platform.import.max-rows']
  const tooLarge = problem('importFileTooLarge', { limit: maxBytes })
  const bytes = await readBytes(request, reply, maxBytes, tooLarge)
  const format = importFormats[fileTypeOf(request)]!
  const rows = format.read(bytes, {
    charset: charsetOf(request),
    delimiter: delimiter === 'TAB' ? '\t' : delimiter,
    maxBytes,
    maxRows,
  })
  const file = await spoolRows(rows, format.cells, maxRows)
  await chargeItems(file.total)
  const { languages } = view
  const discovery = discoveryOf(view)
  const labels = languages.map((translate) => discovery.columnLabels(resource.key, translate))
  return () => importRecords(call, { file, labels, languages, onProgress, ...options })
}

/** Reads `header:field`; headers may have colons. @throws AppError INVALID_PARAMETER */
const readMapping = (sent: string): MappedColumn => {
  const end = sent.lastIndexOf(':')
  if (end > 0) return [sent.slice(0, end), sent.slice(end + 1).trim()]
  throw new AppError(problem('importMappingInvalid', { got: sent }))
}

/** @throws AppError INVALID_PARAMETER */
const readChoice = <const V extends string>(
  sent: string | undefined,
  choices: readonly V[],
  refusal: 'importModeInvalid' | 'importDelimiterInvalid',
): V | undefined => {
  if (sent === undefined) return undefined
  const chosen = choices.find((choice) => choice === sent)
  if (chosen !== undefined) return chosen
  const accepted = choices.filter((choice) => choice.trim() !== '').join(', ')
  throw new AppError(problem(refusal, { accepted }))
}

/** Milliseconds between two events about progress. */
const progressMs = 500

/** Reports progress until the import is done; the last event is its response, or its error. */
async function* eventsOf(
  { call, contextPath, noteFailure, request }: Exchange,
  body: Promise<string>,
  progress: () => ImportProgress,
): AsyncGenerator<string> {
  const last = body.then(
    (json) => eventText('result', json),
    (error: unknown) => {
      if (error instanceof ClientGone) throw error
      const context = { contextPath, instance: pathOf(request), traceId: request.id }
      const { view, clock } = call
      const body = failure(noteFailure(error), { ...context, now: clock.now, texts: view.texts })
      return eventText('failure', body)
    },
  )
  let reported = ''
  for (;;) {
    const done = await Promise.race([last, sleep(progressMs, undefined)])
    if (done !== undefined) return yield done
    const json = JSON.stringify(progress())
    if (json !== reported) yield eventText('progress', json)
    reported = json
  }
}

const eventText = (type: string, json: string): string => `event: ${type}\ndata: ${json}\n\n`
