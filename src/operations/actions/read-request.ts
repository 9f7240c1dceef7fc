/** Reads the request of an action: values, and structures of them. */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-object.js'
import { ownMember } from '../../foundation/json/own-member.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { describeValue } from '../../model/kinds/value-reader.js'
import type {
  ActionModel,
  ActionShapeModel,
  StructureMember,
  ValueMember,
} from '../../model/types/action-model.js'
import { missingReferencesStatement } from '../../query/statements/lock-statements.js'
import type { Limits, ReadContext } from '../context.js'
import type { Work } from '../work/work.js'
import { sentValuesOf } from '../write/before-write.js'
import { inOrder, readBody } from '../write/read-body.js'

/** Members of a request or response, by name. */
export type Values = Readonly<Record<string, unknown>>

type ReadingContext = Pick<ReadContext & Limits, 'resource' | 'filterSettings'>

/**
 * The members as the action sees them: a member that was left out has its default, or is null.
 * Reports every broken constraint on all levels.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED
 */
export const readRequest = (
  call: ReadingContext,
  { request }: ActionModel,
  body: unknown,
): Values => {
  const problems: Problem[] = []
  const values = readMembers(call, request, body === undefined ? {} : body, '', problems)
  if (problems.length > 0) throw new AppError(inOrder(problems))
  return values
}

/** @param place `parcels[1]`; empty for the body itself */
const readMembers = (
  call: ReadingContext,
  { values, members }: ActionShapeModel,
  sent: unknown,
  place: string,
  problems: Problem[],
): Values => {
  if (!isJsonObject(sent)) {
    const got = describeValue(sent)
    problems.push(
      place === ''
        ? problem('bodyNotObject', { got })
        : problem('ownedInvalid', { target: place, expected: valueForm('object'), got }),
    )
    return {}
  }
  const isStructure = (name: string) => members.get(name)?.type === 'structure'
  const single = Object.fromEntries(Object.entries(sent).filter(([name]) => !isStructure(name)))
  const read = new Map<string, unknown>()
  try {
    const resource = { ...call.resource, response: new Map() }
    const { assignments } = readBody(resource, values, single, call.filterSettings)
    for (const [name, value] of Object.entries(sentValuesOf(assignments))) read.set(name, value)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(
      ...error.problems.map((each) => ({ ...each, target: below(place, each.target ?? '') })),
    )
  }
  for (const member of members.values()) {
    if (member.type !== 'structure') continue
    read.set(member.name, readStructure(call, member, sent, below(place, member.name), problems))
  }
  return Object.fromEntries([...members.keys()].map((name) => [name, read.get(name)]))
}

const readStructure = (
  call: ReadingContext,
  { name, nullable, shape, limits }: StructureMember,
  body: JsonObject,
  target: string,
  problems: Problem[],
): unknown => {
  const sent = ownMember(body, name)
  if (sent == null) {
    if (!nullable) {
      problems.push(problem(sent === null ? 'valueNull' : 'valueRequired', { target }))
    }
    return null
  }
  if (!limits) return readMembers(call, shape, sent, target, problems)
  if (!Array.isArray(sent)) {
    problems.push(
      problem('ownedInvalid', { target, expected: valueForm('list'), got: describeValue(sent) }),
    )
    return null
  }
  const fault = faultOfLength(sent.length, limits)
  if (fault) {
    problems.push(problem('valueInvalid', { target, fault }))
    return null
  }
  return sent.map((item, index) => readMembers(call, shape, item, `${target}[${index}]`, problems))
}

const faultOfLength = (
  length: number,
  { minItems, maxItems }: StructureMember['limits'] & object,
) => {
  if (length < minItems) return valueFault('tooFewItems', { limit: minItems })
  return length > maxItems ? valueFault('tooManyItems', { limit: maxItems }) : undefined
}

const below = (place: string, name: string): string =>
  place === '' || name === '' ? `${place}${name}` : `${place}.${name}`

interface SentReference {
  readonly member: ValueMember
  readonly id: string
  readonly target: string
}

/** The ids in a request that name records, with their places. */
const referencesIn = (
  { members }: ActionShapeModel,
  values: Values,
  place: string,
): readonly SentReference[] =>
  [...members.values()].flatMap((member): readonly SentReference[] => {
    const value = values[member.name]
    const target = below(place, member.name)
    if (value == null) return []
    if (member.type === 'structure') {
      return Array.isArray(value)
        ? value.flatMap((item, index) => referencesIn(member.shape, item, `${target}[${index}]`))
        : referencesIn(member.shape, value as Values, target)
    }
    if (!member.refersTo) return []
    const reading = member.reader.read(value, 'UTC')
    return 'parameter' in reading ? [{ member, id: reading.parameter, target }] : []
  })

/**
 * Refuses ids of records that are missing or not visible to the caller: both get the same error.
 *
 * @throws AppError DATA_INTEGRITY_VIOLATION
 */
export const requireReferred = async (
  { call: { resource }, transaction }: Work,
  { request }: ActionModel,
  values: Values,
): Promise<void> => {
  const sent = groupBy(referencesIn(request, values, ''), ({ member }) => member)
  if (sent.size === 0) return
  const groups = [...sent]
  const wanted = groups.map(([{ refersTo }, references]) => ({
    key: refersTo!.primaryKey,
    ids: references.map(({ id }) => id),
  }))
  const missing = await transaction.run(missingReferencesStatement(resource, wanted))
  const problems = groups.flatMap(([, references], group) =>
    references
      .filter((_, at) => missing[group]!.has(at))
      .map(({ target }) => problem('referenceMissing', { target })),
  )
  if (problems.length > 0) throw new AppError(problems)
}
