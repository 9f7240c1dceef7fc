/** Bodies with one defect according to the published schema: each is refused with its code. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { checkerOf } from './schema-checks.js'
import {
  expectDescribed,
  jsonOf,
  resolved,
  sampleNames,
  sendBody,
  useSample,
  type WithBody,
  withBody,
} from './use-discovery.js'

const kindOf = ({ path, method, resource }: WithBody): keyof typeof codesOf => {
  if (path.includes('/stats/')) return 'stats'
  if (path.includes('/option-sources/')) return 'fixed'
  const isAction = path.includes('/actions/')
  if (path === resource || path.includes('{id}') || isAction || method === 'DELETE') return 'write'
  return /\/(filter|cursor|locate)$/.test(path) && !path.includes('{') ? 'filter' : 'fixed'
}

const codesOf = {
  write: { form: 'REQUEST_PAYLOAD_INVALID', rule: 'VALIDATION_FAILED' },
  filter: { form: 'FILTER_PAYLOAD_INVALID', rule: 'FILTER_PAYLOAD_INVALID' },
  stats: { form: 'REQUEST_PAYLOAD_INVALID', rule: 'STATS_REQUEST_INVALID' },
  fixed: { form: 'REQUEST_PAYLOAD_INVALID', rule: 'REQUEST_PAYLOAD_INVALID' },
}

/** Operations in which a missing member has a code of its own. */
const codesOfMissing: Readonly<Record<string, string>> = {
  ids: 'RESOURCE_IDS_REQUIRED',
  filter: 'REQUEST_PAYLOAD_INVALID',
}

interface Mutation {
  readonly what: string
  readonly value: unknown
  readonly breaks: 'form' | 'rule'
}

/** Invalid values of a member, one for each keyword of its schema. */
const wrongValues = (sent: Json, document: Json): readonly Mutation[] => {
  const schema = resolved(sent, document)
  const types = [schema.type ?? []].flat()
  const isOne = types.length > 0 && !types.some((type) => ['array', 'object'].includes(type))
  const isKnown = types.length > 0 || schema.anyOf || schema.enum
  const { maxLength, minLength, minimum, maximum, format } = schema
  const rules: readonly (readonly [string, unknown, boolean])[] = [
    ['too long', 'x'.repeat((maxLength ?? 0) + 1), maxLength !== undefined],
    ['too short', '', minLength > 0],
    ['too small', minimum - 1, Number(minimum) > Number.MIN_SAFE_INTEGER],
    ['too large', maximum + 1, Number(maximum) < Number.MAX_SAFE_INTEGER],
    ['bad enum', 'NO_SUCH_VALUE', schema.enum !== undefined],
    ['bad format', '2026-02-30 no', format !== undefined],
  ]
  return [
    ...(isKnown ? [{ what: 'wrong type', value: isOne ? [[1]] : 5, breaks: 'form' } as const] : []),
    ...rules
      .filter(([, , applies]) => applies)
      .map(([what, value]) => ({ what, value, breaks: 'rule' }) as const),
  ]
}

describe.each(sampleNames)('bodies of %s', (name) => {
  const sample = useSample(name)

  test('bodies that do not match their schema are refused with the code of the defect', async () => {
    let sent = 0
    const others: string[] = []
    for (const described of withBody(sample.document)) {
      const { schema, path, method, operation } = described
      const codes = codesOf[kindOf(described)]
      const refused = async (body: Json, code: string, what: string) => {
        const said = `${method} ${path} ${what}: ${JSON.stringify(body)}`
        expect(checkerOf(schema, sample.document)(body), said).toBe(false)
        sent++
        const answer = await sendBody(sample, described, body)
        expectDescribed(answer, described, sample.document)
        const problem = answer.statusCode >= 400 ? answer.json().errors[0] : undefined
        const got = `${answer.statusCode} ${problem?.code} ${problem?.message}`
        if (problem?.code !== code) others.push(`${method} ${path} ${what}: ${got}`)
      }
      const [example] = Object.values<Json>(jsonOf(operation.requestBody).examples)
      const base = example.value
      await refused({ ...base, noSuchMember: 1 }, codes.form, 'unknown member')
      for (const member of schema.required ?? []) {
        const { [member]: _, ...without } = base
        const isSource = path.includes('/option-sources/')
        const usual = codesOfMissing[member] ?? codes.rule
        const code = isSource ? codesOf.filter.form : usual
        await refused(without, code, `without ${member}`)
      }
      for (const [member, memberSchema] of Object.entries<Json>(schema.properties)) {
        for (const { what, value, breaks } of wrongValues(memberSchema, sample.document)) {
          const isFilter = /^filters?$/.test(member)
          if (isFilter && path.endsWith('/export')) continue
          const usual = isFilter && !path.includes('/stats/') ? codesOf.filter.form : codes[breaks]
          const code = what === 'too large' && member === 'maxRows' ? 'LIMIT_EXCEEDED' : usual
          await refused({ ...base, [member]: value }, code, `${what} ${member}`)
        }
      }
    }
    console.info(`${name}: ${sent} wrong bodies`)
    expect(others).toEqual([])
  })
})
