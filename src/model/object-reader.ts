/** Reads a body that is a JSON object of a fixed form. */
import { isLosslessNumber } from 'lossless-json'
import Schema from 'typebox/schema'
import { AppError } from '../foundation/errors.js'
import type { JsonSchema } from '../foundation/json-schema.js'
import { unknownMemberProblems } from '../foundation/unknown-members.js'
import { describeValue, losslessFault } from './value-reader.js'

/**
 * A reader of bodies with these members; a member that is null counts as absent. What it returns throws
 * REQUEST_PAYLOAD_INVALID.
 */
export const createObjectReader = <T extends object>(
  properties: Readonly<Record<string, JsonSchema>>,
): ((sent: unknown) => T) => {
  const validator = Schema.Compile({ type: 'object', properties })
  const names = Object.keys(properties)
  return (sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      const message = `The body must be a JSON object; got ${describeValue(sent)}.`
      throw new AppError('REQUEST_PAYLOAD_INVALID', { message })
    }
    const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
    const unknown = Object.keys(body).filter((name) => !names.includes(name) && name !== '_links')
    const problems = unknownMemberProblems('REQUEST_PAYLOAD_INVALID', 'member', unknown, names)
    if (!validator.Check(body)) problems.push(...faultsOf(validator.Errors(body)[1], body))
    if (problems.length > 0) throw new AppError('REQUEST_PAYLOAD_INVALID', problems)
    return body as T
  }
}

const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    body,
  )

interface Fault {
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

const faultsOf = (faults: readonly Fault[], body: object) =>
  faults.slice(0, 20).map(({ instancePath, message, params }) => {
    const path = instancePath.slice(1).split('/')
    const target = path.join('.')
    const value = valueAt(body, path)
    if (isLosslessNumber(value)) return { message: `'${target}' ${losslessFault(value)}.`, target }
    const allowed = (params as { allowedValues?: readonly unknown[] }).allowedValues
    const accepted = allowed
      ? `takes one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`
      : message
    return { message: `'${target}' ${accepted}.`, target }
  })
