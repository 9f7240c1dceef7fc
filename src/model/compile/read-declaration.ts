/**
 * Checks a contract against the forms of its members. Reports every member that is unknown, missing
 * or of another form, and returns the contract without them, so that the compiler need not check
 * again.
 */

import type { Entity } from '../../contract/entity.js'
import { entityForms } from '../../contract/forms/entity-forms.js'
import type { Form, ObjectForm, RequiredForm, VariantForm } from '../../contract/forms/form.js'
import { resourceForm } from '../../contract/forms/resource-form.js'
import type { Entities } from '../../contract/paths.js'
import type { ResourceData } from '../../contract/resource.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { describeValue } from '../kinds/value-reader.js'
import { unknownName } from '../unknown-name.js'

/** Undefined if a required member is wrong, so that the resource cannot be compiled. */
export const readResource = (
  data: unknown,
  index: number,
  diagnostics: Diagnostics,
): ResourceData | undefined => {
  const key = isJsonObject(data) ? data['key'] : undefined
  const at = typeof key === 'string' ? key.slice(key.lastIndexOf('.') + 1) : `resources[${index}]`
  return readForm(resourceForm, data, at, diagnostics) as ResourceData | undefined
}

/** The entities that can be compiled. */
export const readEntities = (declared: unknown, diagnostics: Diagnostics): Entities => {
  const entities = Object.entries(isJsonObject(declared) ? declared : {})
  return Object.fromEntries(
    entities.flatMap(([name, entity]) => {
      const sound = readEntity(entity, `entities.${name}`, diagnostics)
      return sound ? [[name, sound] as const] : []
    }),
  )
}

/** Fields and options share one path, as in every other diagnostic. */
const readEntity = (
  declared: unknown,
  at: string,
  diagnostics: Diagnostics,
): Entity | undefined => {
  if (!isJsonObject(declared))
    return report("an entity, made by 'defineEntity'", declared, at, diagnostics)
  const members = Object.entries(entityForms).map(([name, form]) => {
    const where = name === 'table' ? `${at}.table` : at
    return [name, readForm(form, declared[name], where, diagnostics)] as const
  })
  const isSound = members.every(([, value]) => value !== undefined)
  return isSound ? (Object.fromEntries(members) as unknown as Entity) : undefined
}

/** The value without members that do not fit; undefined if a required one does not. */
export const readForm = (
  form: Form | RequiredForm,
  value: unknown,
  at: string,
  diagnostics: Diagnostics,
): unknown => readers[form.is](form as never, value, at, diagnostics)

type Reader<F> = (form: F, value: unknown, at: string, diagnostics: Diagnostics) => unknown
type FormOf<Is extends Form['is']> = Extract<Form, { readonly is: Is }>

const readScalar: Reader<FormOf<'scalar'>> = ({ accepts, fits }, value, at, diagnostics) =>
  fits(value) ? value : report(accepts, value, at, diagnostics)

const readObject: Reader<ObjectForm> = ({ accepts, members }, value, at, diagnostics) => {
  if (!isJsonObject(value)) return report(accepts, value, at, diagnostics)
  checkNames(value, Object.keys(members), at, diagnostics)
  const sound = new Map<string, unknown>()
  let isComplete = true
  for (const [name, form] of Object.entries(members)) {
    const member = value[name]
    if (member === undefined && !form.required) continue
    const kept = readForm(form, member, `${at}.${name}`, diagnostics)
    sound.set(name, kept)
    if (kept === undefined && form.required) isComplete = false
  }
  return isComplete ? replaced(value, sound) : undefined
}

const readRecord: Reader<FormOf<'record'>> = ({ accepts, each }, value, at, diagnostics) => {
  if (!isJsonObject(value)) return report(accepts, value, at, diagnostics)
  const sound = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, readForm(each, member, `${at}.${name}`, diagnostics)] as const)
  return replaced(value, new Map(sound))
}

const readList: Reader<FormOf<'list'>> = ({ accepts, each }, value, at, diagnostics) => {
  if (!Array.isArray(value)) return report(accepts, value, at, diagnostics)
  const items = value.map((item, index) => readForm(each, item, `${at}[${index}]`, diagnostics))
  return items.includes(undefined) ? undefined : value
}

const readVariant: Reader<VariantForm> = (form, value, at, diagnostics) => {
  const { accepts, by, forms, orText } = form
  if (orText && typeof value === 'string') return value
  const name = isJsonObject(value) ? value[by] : undefined
  if (typeof name !== 'string') return report(accepts, value, at, diagnostics)
  const chosen = Object.hasOwn(forms, name) ? forms[name] : undefined
  if (chosen) return readForm(chosen, value, at, diagnostics)
  const names = Object.keys(forms)
  const message = unknownName(by, name, names)
  diagnostics.error('MEMBER_INVALID', `${at}.${by}`, message)
  return undefined
}

const readers: { readonly [Is in Form['is']]: Reader<FormOf<Is>> } = {
  scalar: readScalar,
  object: readObject,
  record: readRecord,
  list: readList,
  variant: readVariant,
}

/** Instances of a class may have further members. */
const checkNames = (
  value: object,
  memberNames: readonly string[],
  at: string,
  diagnostics: Diagnostics,
): void => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return
  for (const name of Object.keys(value)) {
    if (memberNames.includes(name)) continue
    diagnostics.error('MEMBER_UNKNOWN', `${at}.${name}`, unknownName('member', name, memberNames))
  }
}

/** The same object if no member was replaced. */
const replaced = (
  value: Readonly<Record<string, unknown>>,
  sound: ReadonlyMap<string, unknown>,
): object => {
  const changed = [...sound].filter(([name, member]) => member !== value[name])
  if (changed.length === 0) return value
  const members = Object.entries({ ...value, ...Object.fromEntries(changed) })
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

const report = (
  accepts: string,
  value: unknown,
  at: string,
  diagnostics: Diagnostics,
): undefined => {
  const isCalled = typeof value === 'function' ? '; were its parentheses forgotten?' : '.'
  const message =
    value === undefined
      ? `It is missing; it must be ${accepts}.`
      : `It must be ${accepts}; got ${describeValue(value)}${isCalled}`
  diagnostics.error('MEMBER_INVALID', at, message)
}
