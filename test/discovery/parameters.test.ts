/**
 * Parameters generated from the published schemas alone: valid ones are accepted, invalid ones
 * refused.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answer, Json } from '../http/use-people.js'
import { effort, seed } from '../support/effort.js'
import { checkerOf } from './schema-checks.js'
import {
  type Described,
  expectDescribed,
  kindsIn,
  operationsIn,
  resolved,
  resourcesIn,
  type Sample,
  sampleNames,
  useSample,
} from './use-discovery.js'

const runs = effort(2, 50)

/** Characters that are allowed in a header. */
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
})

const cursors = new Set(['after', 'before'])

/** A value that the parameter accepts. */
const validOf = (schema: Json, document: Json): fc.Arbitrary<unknown> => {
  const { type, enum: values, items, format, pattern, ...limits } = resolved(schema, document)
  if (values) return fc.constantFrom(...values)
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = limits
  const { minLength = 0, maxLength = 50, maxItems = 4 } = limits
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') {
    return fc.array(validOf(items, document), { maxLength: Math.min(4, maxItems) })
  }
  if (type === 'integer') {
    const near = { min: minimum, max: Math.min(maximum, minimum + 300) }
    return fc.oneof(fc.integer(near), fc.constantFrom(minimum, maximum))
  }
  if (format === 'uuid') return fc.uuid()
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength })
  return visible.map((text) => text.slice(0, maxLength)).filter((text) => text.length >= minLength)
}

interface Broken {
  readonly what: string
  readonly value: unknown
}

/** Values with one defect according to the schema, encoded for a URL or a header. */
const brokenOf = (schema: Json, document: Json): readonly Broken[] => {
  const { type, enum: values, items, pattern, ...limits } = resolved(schema, document)
  const { minimum, maximum, minLength = 0, maxLength, maxItems } = limits
  if (type === 'array') {
    const ofItems = brokenOf(items, document).map(({ what, value }) => ({ what, value: [value] }))
    const { enum: values } = resolved(items, document)
    const item = values?.[0] ?? (resolved(items, document).type === 'integer' ? 1 : 'x')
    const many = Array.from({ length: maxItems + 1 }, (_, index) =>
      typeof item === 'number' ? index + 1 : `${item}${index}`,
    )
    return [...ofItems, ...(maxItems && !values ? [{ what: 'too many', value: many }] : [])]
  }
  const rules: readonly (readonly [string, unknown, boolean])[] = [
    ['an unknown enum value', 'no-such-value', values !== undefined],
    ['not an integer', 'one', type === 'integer'],
    ['a fraction', '1.5', type === 'integer'],
    ['too small', minimum - 1, Number(minimum) > Number.MIN_SAFE_INTEGER],
    ['too large', BigInt(maximum ?? 0) + 1n, maximum !== undefined],
    ['too short', 'x'.repeat(Math.max(minLength - 1, 0)), minLength > 1],
    ['too long', 'x'.repeat((maxLength ?? 0) + 1), maxLength !== undefined],
    ['no match of the pattern', 'a b', pattern !== undefined],
  ]
  return rules.filter(([, , applies]) => applies).map(([what, value]) => ({ what, value }))
}

const textsOf = (value: unknown): readonly string[] => [value].flat().map(String)

interface Sent {
  readonly name: string
  readonly in: string
  readonly value: unknown
}

const bodyOf = ({ operation }: Described): Json => {
  const examples = operation.requestBody?.content['application/json'].examples
  return examples && Object.values<Json>(examples)[0].value
}

/** Read operations, which do not change records. */
const isReading = ({ method, path, operation }: Described): boolean =>
  operation.parameters.length > 0 &&
  !path.startsWith('/schemas') &&
  (method === 'GET' || /\/(filter|cursor|locate|by-ids)$/.test(path))

const isWriting = ({ operation }: Described): boolean =>
  operation.parameters.some(({ name }: Json) => /^(If-Match|Idempotency-Key)$/.test(name))

const send = async (
  sample: Sample,
  described: Described,
  parameters: readonly Sent[],
): Promise<Answer> => {
  const { path, method } = described
  const resource = resourcesIn(sample.document).find((candidate) =>
    `${path}/`.startsWith(`${candidate}/`),
  )!
  const [first] = await sample.idsOf(resource)
  const named = parameters.find((parameter) => parameter.in === 'path')?.value ?? first
  const query = parameters
    .filter(
      (parameter) =>
        parameter.in === 'query' && !(parameter.name === 'follow' && parameter.value === true),
    )
    .flatMap(({ name, value }) => textsOf(value).map((text): [string, string] => [name, text]))
  if (path.endsWith('/locate') && !query.some(([name]) => name === 'id')) {
    query.push(['id', String(first)])
  }
  // A stream that follows changes does not end.
  if (path.endsWith('/changes') && !query.some(([name]) => name === 'follow')) {
    query.push(['follow', 'false'])
  }
  const headers = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, value }) => [name, String(value)]),
  )
  const url = `${path.replace('{id}', encodeURIComponent(String(named)))}?${new URLSearchParams(query)}`
  return sample.send(method, url, bodyOf(described), headers)
}

const codeOf = (answer: Answer): string | undefined =>
  answer.statusCode >= 400 ? answer.json().errors[0].code : undefined

describe.each(sampleNames)('parameters of %s', (name) => {
  const sample = useSample(name)

  test(`parameters that match their schema are accepted (seed ${seed})`, async () => {
    let sent = 0
    const refused: string[] = []
    for (const [index, described] of operationsIn(sample.document).filter(isReading).entries()) {
      const { operation, path, method } = described
      const parameters = operation.parameters.filter(
        (parameter: Json) => !cursors.has(parameter.name),
      )
      const values = fc.record(
        Object.fromEntries(
          parameters.map((parameter: Json) => [
            parameter.name,
            validOf(parameter.schema, sample.document),
          ]),
        ),
        {
          requiredKeys: parameters
            .filter((parameter: Json) => parameter.required)
            .map((parameter: Json) => parameter.name),
        },
      )
      for (const chosen of fc.sample<Json>(values, { seed: seed + index, numRuns: runs })) {
        const parametersSent: readonly Sent[] = parameters
          .filter((parameter: Json) => chosen[parameter.name] !== undefined)
          .map((parameter: Json) => ({
            name: parameter.name,
            in: parameter.in,
            value: chosen[parameter.name],
          }))
        for (const sentParameter of parametersSent) {
          const { schema } = parameters.find(
            (parameter: Json) => parameter.name === sentParameter.name,
          )
          expect(
            checkerOf(schema, sample.document)(sentParameter.value),
            `${path} ${sentParameter.name}`,
          ).toBe(true)
        }
        const answer = await send(sample, described, parametersSent)
        sent++
        expectDescribed(answer, described, sample.document)
        // Whether the offset of a page is too large depends on the data.
        const isDeep = codeOf(answer) === 'LIMIT_EXCEEDED' && chosen['page'] > 0
        if ([400, 422].includes(answer.statusCode) && !isDeep) {
          refused.push(
            `${method} ${path} ${JSON.stringify(parametersSent)}: ${answer.json().message}`,
          )
        }
      }
    }
    console.info(`${name}: ${sent} requests with valid parameters`)
    expect(refused).toEqual([])
  })

  test(`valid headers are not 400 (seed ${seed})`, async () => {
    for (const described of operationsIn(sample.document)) {
      if (!isWriting(described) || !described.path.includes('{id}')) continue
      const headers = described.operation.parameters.filter(
        (parameter: Json) => parameter.in === 'header',
      )
      const values = fc.record(
        Object.fromEntries(
          headers.map((parameter: Json) => [
            parameter.name,
            validOf(parameter.schema, sample.document),
          ]),
        ),
      )
      // For a record that does not exist, which is checked after the headers.
      const none = { name: 'id', in: 'path', value: 999_999_999 }
      for (const chosen of fc.sample<Json>(values, { seed, numRuns: runs })) {
        const headersSent = headers.map((header: Json) => ({
          ...header,
          value: chosen[header.name],
        }))
        const answer = await send(sample, described, [none, ...headersSent])
        expect(answer.statusCode, `${described.path} ${JSON.stringify(chosen)}`).toBe(404)
      }
    }
  })

  test('parameters that do not match their schema are 400 or 422', async () => {
    let sent = 0
    const taken: string[] = []
    const kindOf = kindsIn(sample.document)
    /** A parameter with the same schema is refused by one operation of each kind. */
    const tried = new Set<string>()
    for (const described of operationsIn(sample.document)) {
      const { operation, path, method } = described
      if (!isReading(described) && !isWriting(described)) continue
      for (const { name: parameter, in: place, schema } of operation.parameters) {
        const tries = JSON.stringify([
          kindOf(described),
          parameter,
          resolved(schema, sample.document),
        ])
        if (cursors.has(parameter) || tried.has(tries)) continue
        tried.add(tries)
        for (const { what, value } of brokenOf(schema, sample.document)) {
          const answer = await send(sample, described, [{ name: parameter, in: place, value }])
          sent++
          expectDescribed(answer, described, sample.document)
          const said = `${method} ${path} ${parameter} ${what}: ${answer.statusCode}`
          if (![400, 422].includes(answer.statusCode)) taken.push(said)
        }
      }
    }
    console.info(`${name}: ${sent} requests with a broken parameter`)
    expect(taken).toEqual([])
  })

  test('parameters that exclude each other say so, and are refused together', async () => {
    const cursorsOf = ({ operation }: Described) =>
      operation.parameters.filter((parameter: Json) => cursors.has(parameter.name))
    const walks = operationsIn(sample.document).filter(
      (candidate) => cursorsOf(candidate).length > 1,
    )
    expect(walks.length).toBeGreaterThan(0)
    for (const described of walks) {
      for (const { name: cursorName, description } of cursorsOf(described)) {
        expect(description).toContain(`Excludes \`${cursorName === 'after' ? 'before' : 'after'}\``)
      }
      const both = [...cursors].map((cursorName) => ({ name: cursorName, in: 'query', value: 'x' }))
      const answer = await send(sample, described, both)
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'INVALID_PARAMETER'])
    }
  })
})
