/** Bodies of writes, derived from the published write shape and from a record that exists. */
import { schemaPath } from './catalog.js'
import { isObject, items, type Json, members } from './json.js'
import type { Row } from './pages.js'
import type { Random } from './random.js'
import { type Exchange, readJson } from './service.js'
import type { Subject } from './subject.js'
import { NotJudged } from './verdicts.js'

interface Shape {
  readonly properties: Json
  readonly required: readonly string[]
}

export const readShape = async (
  { service, contextPath, resource }: Subject,
  method: 'POST' | 'PUT',
): Promise<Shape> => {
  const { path } = resource
  const endpoint = { method, path: method === 'POST' ? path : `${path}/{id}` }
  const address = schemaPath(contextPath, endpoint, 'request')
  const schema = await readJson(service, address)
  return {
    properties: members(schema['properties']),
    required: items(schema['required']).map(String),
  }
}

/** Lists of objects belong to the record that they were read from; files are not written. */
const isCopied = (value: unknown): boolean =>
  Array.isArray(value) ? !value.some(isObject) : value !== undefined && !isObject(value)

/** The members of a row that the shape accepts. */
export const draftOf = ({ properties }: Shape, row: Row): Json =>
  Object.fromEntries(
    Object.keys(properties)
      .filter((name) => isCopied(row[name]))
      .map((name) => [name, row[name]]),
  )

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = (random: Random, length: number): string =>
  Array.from({ length }, () => letters[random.below(letters.length)]).join('')

/** Text that may be changed: neither listed, nor a reference, nor of a form that must be kept. */
const isFreeText = (schema: Json): boolean =>
  [schema['type']].flat().includes('string') &&
  !schema['enum'] &&
  !schema['pattern'] &&
  !schema['format'] &&
  members(schema['x-ui'])['endpoint'] === undefined

/** Another value for a member, of the same form; undefined if none can be derived. */
const varied = (schema: Json, value: unknown, random: Random): unknown => {
  const limit = Number(schema['maxLength'] ?? 60)
  if (schema['format'] === 'email') return `${word(random, 12)}@example.com`
  if (isFreeText(schema)) return word(random, Math.min(limit, 16))
  if (typeof value === 'number' && Number.isInteger(value)) return value + 1 + random.below(1000)
  return undefined
}

/** A text member that an update may change, with another value for it. */
export const changeOf = ({ properties }: Shape, row: Row, random: Random): Json => {
  const name = Object.keys(properties).find(
    (member) => isFreeText(members(properties[member])) && row[member] !== undefined,
  )
  if (name === undefined) throw new NotJudged('No text of the update shape can be changed.')
  return { [name]: varied(members(properties[name]), row[name], random) }
}

const maxAttempts = 6

/**
 * Creates a record like an existing one. Values that other records have already are varied, as the
 * targets of conflicts say.
 */
export const createLike = async (
  subject: Subject,
  send: (body: Json) => Promise<Exchange>,
): Promise<{ readonly body: Json; readonly exchange: Exchange }> => {
  const { random, rows } = subject
  if (rows.length === 0) throw new NotJudged('It has no row that a new record could be like.')
  const shape = await readShape(subject, 'POST')
  let body = draftOf(shape, random.pick(rows))
  let exchange = await send(body)
  for (let attempt = 1; exchange.status === 409 && attempt < maxAttempts; attempt++) {
    body = withoutConflicts(shape, body, exchange, random)
    exchange = await send(body)
  }
  // A refusal may be right: the record is like another one, but not valid. Nothing else is.
  if (exchange.status >= 400 && exchange.status < 500) {
    const { message } = members(exchange.json)
    throw new NotJudged(`No valid record could be derived: ${exchange.status}, ${message}`)
  }
  return { body, exchange }
}

const withoutConflicts = (shape: Shape, body: Json, { json }: Exchange, random: Random): Json => {
  const targets = items(members(json)['errors']).flatMap((error) =>
    String(members(error)['target'] ?? '').split(/[\s,]+/),
  )
  const named = targets.filter((target) => target in shape.properties)
  const names = named.length > 0 ? named : Object.keys(body)
  const changes = names.flatMap((name) => {
    const value = varied(members(shape.properties[name]), body[name], random)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...body, ...Object.fromEntries(changes) }
}
