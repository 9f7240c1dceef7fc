/** Which operation writes a field of a record: the narrowest one, which has the fewest fields. */
import type { Availability } from '../../../../src/wire/availability.js'
import type { Capabilities } from '../../../../src/wire/catalogs/capabilities.js'
import { writtenValues } from '../../../forms/form-values.js'
import { readSchema } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { describeForRecords, describeReason } from '../../../ui/reasons.js'
import { isForm, type RecordSurface, tabsOf } from '../../record/surfaces.js'

/** An operation that changes a record, or a part of it. */
export interface WriteTarget {
  readonly surface: RecordSurface
  /** Shape of the request. */
  readonly shape: Shape
}

/** The operations of a resource that change records, narrowest first. */
export type WriteTargets = readonly WriteTarget[]

const formsOf = (capabilities: Capabilities): readonly RecordSurface[] =>
  tabsOf(capabilities.surfaces).filter(isForm)

export const isWhole = ({ surface }: WriteTarget): boolean => surface.method === 'PUT'

/** Reads the shapes of the operations. Those that cannot be read are left out. */
export const readTargets = async (capabilities: Capabilities): Promise<WriteTargets> => {
  const read = formsOf(capabilities).map(async (surface) => {
    const shape = await readSchema(surface.schemaUrl)
    return shape.ok ? [{ surface, shape: shape.data }] : []
  })
  const targets = (await Promise.all(read)).flat()
  return targets.toSorted(
    (a, b) =>
      Number(isWhole(a)) - Number(isWhole(b)) || a.shape.fields.length - b.shape.fields.length,
  )
}

export const canWrite = ({ shape }: WriteTarget, name: string): boolean => {
  const field = shape.byName.get(name)
  return field !== undefined && !field.readOnly && !field.computed && !field.hidden
}

/** Returns the field as requests have it; undefined if no operation writes it. */
export const writtenField = (targets: WriteTargets, name: string): Field | undefined =>
  targets.find((target) => canWrite(target, name))?.shape.byName.get(name)

/** A column of labels, such as the name of a department, changes the reference beside it. */
export const writtenName = (shape: Shape, targets: WriteTargets, name: string): string => {
  const key = shape.fields.find(
    ({ reference, multiple }) => reference?.labelField === name && !multiple,
  )
  return key && writtenField(targets, key.name) ? key.name : name
}

/** Returns true for fields whose control fits into a cell. */
const fitsCell = ({ items, type, controlType }: Field): boolean =>
  !items && type !== 'object' && controlType !== 'json'

/** Returns why a field cannot be changed in a cell of any record; empty if it can. */
export const obstacleOf = (targets: WriteTargets, field: Field, name: string): string => {
  const written = writtenField(targets, name)
  if (!written) {
    return field.computed
      ? t('The service computes {label}.', { label: field.label })
      : t('{label} cannot be changed here.', { label: field.label })
  }
  if (!fitsCell(written)) return t('Open the record to change {label}.', { label: field.label })
  const able = targets.filter((target) => canWrite(target, name))
  const denials = able.map(({ surface }) => describeForRecords(surface.availability))
  return denials.includes('') ? '' : denials[0]!
}

/** Returns the id of the form that changes a field, if the caller may use one. */
export const formOf = (targets: WriteTargets, name: string): string | undefined =>
  targets.find(
    (target) => canWrite(target, name) && describeForRecords(target.surface.availability) === '',
  )?.surface.id

/** The operation for a change of a record, or why there is none. */
export type Choice =
  | { readonly target: WriteTarget; readonly record: Row }
  | { readonly obstacle: string }

/**
 * Chooses the operation for a record as it is now.
 *
 * @param row the current record
 * @param availabilities what its capabilities say of each surface, by id
 */
export const chooseTarget = (
  targets: WriteTargets,
  names: readonly string[],
  row: Row,
  availabilities: ReadonlyMap<string, Availability>,
): Choice => {
  const able = targets.filter((target) => names.every((name) => canWrite(target, name)))
  const obstacles = able.map((target): string => {
    const availability = availabilities.get(target.surface.id)
    if (!availability?.allowed) {
      return availability ? describeReason(availability, target.shape) : ''
    }
    const unseen = isWhole(target) ? unseenField(target.shape, row) : undefined
    return unseen ? openRecord(unseen) : ''
  })
  const place = able.findIndex(
    ({ surface }, index) => obstacles[index] === '' && availabilities.has(surface.id),
  )
  if (place >= 0) {
    const target = able[place]!
    return { target, record: writtenValues(target.shape.fields, row) }
  }
  return { obstacle: obstacles.find(Boolean) ?? t('You may not do this.') }
}

/** Explains why an update of the whole record is not sent for a cell. */
export const openRecord = ({ label }: Field): string =>
  t('Open the record to change this: saving would replace {label}, which is not shown.', { label })

/** Returns a field that an update would clear, because the record does not show its value. */
export const unseenField = ({ fields }: Shape, row: Row): Field | undefined =>
  fields.find(
    ({ name, items, readOnly, computed }) =>
      !items && !readOnly && !computed && row[name] === undefined,
  )
