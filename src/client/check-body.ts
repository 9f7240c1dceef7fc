/** Checks a body against a published schema, as the service would, as far as the schema tells. */
import { holds } from './json-logic.js'

/** An error that the service would report. */
export interface BodyError {
  readonly code: string
  /** Dotted path of the member that is wrong. */
  readonly target: string | null
  readonly message: string
}

interface Member {
  readonly type?: unknown
  readonly anyOf?: readonly Member[]
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** Of a list of owned records. */
  readonly items?: { readonly $ref?: string }
}

interface Shape {
  readonly properties: Readonly<Record<string, Member>>
  readonly required?: readonly string[]
}
type Components = Readonly<Record<string, Shape>>

/** What `/schemas/filtered` returns for the request of a write. */
export interface BodySchema extends Shape {
  readonly components?: { readonly schemas: Components }
  readonly 'x-ui': { readonly rules?: readonly PublishedRule[] }
}

interface PublishedRule {
  readonly message: string
  readonly targets: readonly string[]
  readonly brokenIf: unknown
  /** A body does not show whether such a rule is broken: the record may have the same values. */
  readonly onlyChanges?: boolean
}

type Body = Readonly<Record<string, unknown>>

/** Rules come after constraints of single members: the service checks them where those hold. */
export const checkBody = (schema: BodySchema, body: Body): readonly BodyError[] => {
  const wrong = faultsIn(schema, body, '', schema.components?.schemas ?? {})
  return wrong.length > 0 ? wrong : brokenRules(schema, body)
}

/** @param place of the body: empty, or `lines[2].` for an item of a list */
const faultsIn = (
  { properties, required = [] }: Shape,
  body: Body,
  place: string,
  components: Components,
): readonly BodyError[] =>
  Object.entries(properties).flatMap(([name, member]) => {
    const value = body[name]
    const target = `${place}${name}`
    const fault = faultOf(member, value, required.includes(name))
    if (fault !== undefined) return refusal(target, `'${name}' ${fault}.`)
    const item = components[member.items?.$ref?.split('/').at(-1) ?? '']
    if (!item || !Array.isArray(value)) return []
    // An item that is not an object does not compile.
    return value.flatMap((each, at) => faultsIn(item, each ?? {}, `${target}[${at}].`, components))
  })

const refusal = (target: string | null, message: string): BodyError => ({
  code: 'VALIDATION_FAILED',
  target,
  message,
})

const brokenRules = ({ properties, 'x-ui': ui }: BodySchema, body: Body): readonly BodyError[] => {
  const { rules = [] } = ui
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      body[name] ?? member.default ?? null,
    ]),
  )
  return rules
    .filter(({ brokenIf, onlyChanges }) => !onlyChanges && holds(brokenIf, values, false))
    .map(({ message, targets: [target = null] }) => refusal(target, message))
}

/** Completes a sentence whose subject is the member. */
const faultOf = (member: Member, value: unknown, isRequired: boolean): string | undefined => {
  if (value === undefined) return isRequired ? 'is required' : undefined
  if (value === null) return isNullable(member) ? undefined : 'must not be null'
  const { minimum, maximum, minLength, maxLength } = member
  const listed = member.enum?.filter((each) => each !== null)
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be >= ${minimum}`
    return maximum !== undefined && value > maximum ? `must be <= ${maximum}` : undefined
  }
  if (typeof value !== 'string') return undefined
  if (listed && !listed.includes(value)) return `must be one of ${listed.join(', ')}; got a text`
  const length = [...value].length
  if (minLength !== undefined && length < minLength) {
    return `must not have fewer than ${minLength} characters`
  }
  return maxLength !== undefined && length > maxLength
    ? `must not have more than ${maxLength} characters`
    : undefined
}

const isNullable = ({ type, anyOf = [] }: Member): boolean =>
  [type].flat().includes('null') || anyOf.some(isNullable)
