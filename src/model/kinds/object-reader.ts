/** Reads a body that is a JSON object of a fixed form. */
import { isLosslessNumber } from 'lossless-json'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/schema'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { schemaFault } from '../../foundation/errors/schema-faults.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { describeValue, losslessFault } from './value-reader.js'

/**
 * Creates a reader of bodies with the members of a shape. All are optional, and null counts as
 * absent. The reader throws AppError REQUEST_PAYLOAD_INVALID.
 */
export const createObjectReader = <T extends TObject>({
  properties,
}: T): ((sent: unknown) => Static<T>) => {
  const schema = { type: 'object', properties }
  const validator = Compile(schema)
  const names = Object.keys(properties)
  return (sent) => {
    if (!isJsonObject(sent)) {
      throw new AppError(problem('bodyNotObject', { got: describeValue(sent) }))
    }
    const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
    const unknown = Object.keys(body).filter((name) => !names.includes(name) && name !== '_links')
    const problems = unknownMemberProblems('member', unknown, names)
    if (!validator.Check(body)) problems.push(...faultsOf(validator.Errors(body)[1], body, schema))
    if (problems.length > 0) throw new AppError(problems)
    return body as Static<T>
  }
}

/** The value at a path of names, in a body or in its schema. */
const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    body,
  )

interface Fault {
  readonly keyword: string
  readonly schemaPath: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

const maxFaults = 20

const faultsOf = (faults: readonly Fault[], body: object, schema: JsonSchema): Problem[] =>
  faults
    // Unknown members have an error each, besides the error of the object.
    .filter(({ schemaPath, keyword }) => !(keyword === 'boolean' && isOfUnknown(schemaPath)))
    .slice(0, maxFaults)
    .flatMap((fault) =>
      fault.keyword === 'additionalProperties'
        ? unknownOf(fault, schema)
        : [problemOf(fault, body)],
    )

const isOfUnknown = (schemaPath: string): boolean => schemaPath.endsWith('/additionalProperties')
const namesOf = (pointer: string): readonly string[] => pointer.split('/').slice(1)

const unknownOf = ({ instancePath, schemaPath, params }: Fault, schema: JsonSchema): Problem[] => {
  const unknown =
    (params as { additionalProperties?: readonly string[] }).additionalProperties ?? []
  const members = Object.keys(valueAt(schema, [...namesOf(schemaPath), 'properties']) ?? {})
  const prefix = `${namesOf(instancePath).join('.')}.`
  return unknownMemberProblems('member', unknown, members, prefix)
}

const problemOf = (error: Fault, body: object): Problem => {
  const { instancePath, params } = error
  const path = namesOf(instancePath)
  const target = path.join('.')
  const value = valueAt(body, path)
  if (isLosslessNumber(value)) {
    return problem('memberInvalid', { target, fault: losslessFault(value) })
  }
  const allowed = (params as { allowedValues?: readonly unknown[] }).allowedValues
  const fault = allowed
    ? valueFault('notOneOf', { accepted: allowed.map((each) => JSON.stringify(each)) })
    : schemaFault(error)
  return problem('memberInvalid', { target, fault })
}
