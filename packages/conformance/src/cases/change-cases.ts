/** Streams of changes: how one opens and resumes, and its events of writes. */
import { endpointAt } from '../catalog.js'
import { demandFields, isWritable, updateCurrent, withRecord } from '../created-records.js'
import { type Json, members } from '../json.js'
import { mediaTypeOf, withStatus } from '../service.js'
import type { Subject } from '../subject.js'
import { Deviation, demand, demandEqual, NotJudged } from '../verdicts.js'
import { casesOf, type Derive } from './case.js'

interface StreamEvent {
  readonly type: string
  readonly id: string | undefined
  readonly data: Json
}

/** The events of a stream as the HTML standard defines them. */
const parseEvents = (text: string): readonly StreamEvent[] =>
  text.split(/(?:\r\n|\n|\r){2}/).flatMap((block) => {
    const fields = block.split(/\r\n|\n|\r/).map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? [])
    const valuesOf = (name: string) =>
      fields.flatMap((field) => (field[1] === name ? [field[2]] : []))
    const data = valuesOf('data').join('\n')
    if (data === '') return []
    return [{ type: valuesOf('event')[0] ?? 'message', id: valuesOf('id')[0], data: parsed(data) }]
  })

const parsed = (data: string): Json => {
  try {
    return members(JSON.parse(data))
  } catch {
    throw new Deviation(`The data of an event must be JSON; got ${data}`)
  }
}

interface Opened {
  readonly opening: StreamEvent
  /** The position after the opening. */
  readonly position: string
  readonly changes: readonly StreamEvent[]
}

/** The events up to now. */
const readStream = async ({ service, resource }: Subject, after?: string): Promise<Opened> => {
  if (!endpointAt(resource, '/changes', 'GET')?.takes.has('follow')) {
    throw new NotJudged('Its streams of changes have no end.')
  }
  const type = 'text/event-stream'
  const path = `${resource.path}/changes?follow=false`
  const headers = { accept: type, ...(after === undefined ? {} : { 'last-event-id': after }) }
  const exchange = withStatus(await service.send('GET', path, { headers }), 200)
  demandEqual('The media type', mediaTypeOf(exchange), type)
  const events = parseEvents(exchange.text)
  const [opening] = events.filter((event) => event.type === 'ready' || event.type === 'reset')
  if (!opening?.id)
    throw new Deviation("A stream must have an event 'ready' or 'reset' with an id.")
  return {
    ...{ opening, position: opening.id },
    changes: events.filter((event) => event.type === 'change'),
  }
}

const openCase = casesOf('changes')(
  'a stream opens, and resumes after its positions only',
  async (subject) => {
    const first = await readStream(subject)
    demandEqual('The first event', first.opening.type, 'ready')
    const { heartbeatMs } = first.opening.data
    demand(Number(heartbeatMs) > 0, `'heartbeatMs' must be a time; got ${heartbeatMs}.`)
    const resumed = await readStream(subject, first.position)
    demandEqual('The first event after a position', resumed.opening.type, 'ready')
    const unknown = await readStream(subject, 'no-such-position')
    demandEqual('The first event after an unknown position', unknown.opening.type, 'reset')
    demandEqual('The reason', unknown.opening.data['reason'], 'UNKNOWN')
  },
)

const eventCase = casesOf('writes')(
  'a stream of changes has the create and the update of a record',
  async (subject) => {
    const { position } = await readStream(subject)
    await withRecord(subject, async (record) => {
      const { change } = await updateCurrent(subject, record)
      const { changes } = await readStream(subject, position)
      const ofRecord = changes.map(({ data }) => data).filter(({ id }) => String(id) === record.id)
      const operations = ofRecord.map(({ operation }) => operation)
      demandEqual('The operations of the new record', operations, ['create', 'update'])
      demandFields(ofRecord[1]!, change)
    })
  },
)

export const deriveChanges: Derive = ({ resource }) =>
  resource.operations.has('changes') ? [openCase] : []

/** For resources that a run may write to. */
export const deriveEvents: Derive = ({ resource }) =>
  resource.operations.has('changes') && isWritable(resource) ? [eventCase] : []
