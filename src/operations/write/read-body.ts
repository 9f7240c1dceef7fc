/** Reads the body of a write against its shape: wire terms in, assignments out. No SQL, no I/O. */

import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import {
  describeValue,
  type InputSettings,
  legacyFormsOf,
  partText,
  readerOf,
} from '../../model/kinds/value-reader.js'
import { type ColumnModel, columnsOf, type ToManyModel } from '../../model/types/entity-model.js'
import type {
  ResourceModel,
  WriteField,
  WriteShapeModel,
} from '../../model/types/resource-model.js'
import { type Assignment, writtenColumns } from '../../query/statements/write-statements.js'

/** The linked ids that a many-to-many will have. */
export interface LinkedIds {
  readonly relation: ToManyModel
  readonly ids: readonly string[]
}

export interface WriteValues {
  readonly assignments: readonly Assignment[]
  readonly links: readonly LinkedIds[]
}

/**
 * Reports every broken constraint as a problem of its own. Members of the response shape that
 * cannot be written are ignored, because clients echo what they read.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED
 */
export const readBody = (
  resource: ResourceModel,
  shape: WriteShapeModel,
  body: unknown,
  settings: InputSettings,
): WriteValues => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError(problem('bodyNotObject', { got: describeValue(body) }))
  }
  const problems = unknownMembers(resource, shape, body)
  const read: Assignment[] = []
  const implied = new Set<Assignment>()
  const links: LinkedIds[] = []
  for (const field of shape.fields.values()) {
    const sent = (body as Record<string, unknown>)[field.name]
    if (sent === undefined && shape.mode === 'intent') continue
    const onLegacyForm = legacyFormsOf(settings, resource.key, field.name)
    const input = { zone: settings.zone, onLegacyForm, assignments: read, implied, links }
    const problem = readMember(field, sent, shape, input)
    if (problem) problems.push(problem)
  }
  if (shape.mode === 'create') {
    for (const assignment of otherDefaults(resource, shape, settings.zone)) {
      read.push(assignment)
      implied.add(assignment)
    }
  }
  const overlaps = haveSharedColumns(resource, shape)
  const assignments = overlaps ? withoutOverruled(read, implied) : read
  if (overlaps) problems.push(...contradictions(shape, assignments))
  // The first problem decides the error code; a body of the wrong form comes before wrong values.
  problems.sort(
    (a, b) => Number(a.code === 'VALIDATION_FAILED') - Number(b.code === 'VALIDATION_FAILED'),
  )
  if (problems.length > 0) throw new AppError(problems)
  return { assignments, links }
}

/** Members that every record has and nobody writes. */
const builtIn = new Set(['_links', 'datasetVersion'])

const unknownMembers = (
  resource: ResourceModel,
  shape: WriteShapeModel,
  body: object,
): Problem[] => {
  const unknown = Object.keys(body).filter(
    (name) => !shape.fields.has(name) && !resource.response.has(name) && !builtIn.has(name),
  )
  return unknownMemberProblems('member', unknown, [...shape.fields.keys()])
}

/** How a member is read, and the values that were read so far. */
interface Read {
  readonly zone: string
  readonly onLegacyForm: (() => void) | undefined
  readonly assignments: Assignment[]
  /** Those that no member sent: defaults, and null for what is absent. */
  readonly implied: Set<Assignment>
  readonly links: LinkedIds[]
}

const readMember = (
  field: WriteField,
  sent: unknown,
  shape: WriteShapeModel,
  read: Read,
): Problem | undefined => {
  if (sent === undefined || sent === null) return readAbsent(field, sent, shape, read)
  if (field.type === 'links') return readLinks(field, sent, read)
  const reading = field.reader.read(sent, read.zone, read.onLegacyForm)
  if ('fault' in reading) {
    const { index } = reading
    return wrong(index === undefined ? field.name : `${field.name}.${index}`, reading)
  }
  read.assignments.push({ column: field.column, value: reading.parameter })
  return undefined
}

const wrong = (
  target: string,
  { fault, wrongType }: { fault: string; wrongType: boolean },
): Problem => problem(wrongType ? 'memberInvalid' : 'valueInvalid', { target, fault })

/** Absent or null: the default in a create, otherwise null if it is permitted. */
const readAbsent = (
  field: WriteField,
  sent: null | undefined,
  { mode }: WriteShapeModel,
  read: Read,
): Problem | undefined => {
  if (field.type === 'links') {
    // A record that is being created has no links, except those that its triggers make.
    if (mode !== 'create') read.links.push({ relation: field.relation, ids: [] })
    return undefined
  }
  const { column, reader } = field
  if ((mode === 'create' || mode === 'action') && column.default !== undefined) {
    const reading = reader.read(column.default, read.zone)
    if ('parameter' in reading) imply({ column, value: reading.parameter }, read)
    return undefined
  }
  if (!field.nullable) {
    return problem(sent === null ? 'valueNull' : 'valueRequired', { target: field.name })
  }
  const cleared = { column, value: null }
  if (sent === undefined) imply(cleared, read)
  else read.assignments.push(cleared)
  return undefined
}

const imply = (assignment: Assignment, { assignments, implied }: Read): void => {
  assignments.push(assignment)
  implied.add(assignment)
}

/** The columns that a body of a shape writes, and those that a create fills beside them. */
interface ShapeColumns {
  readonly isShared: boolean
  /** Defaults of columns that are not in the shape, by time zone. */
  readonly defaults: Map<string, readonly Assignment[]>
}

const columnsByShape = new WeakMap<WriteShapeModel, ShapeColumns>()

/** Worked out once for each shape: it does not depend on the body. */
const columnsOfShape = ({ entity }: ResourceModel, shape: WriteShapeModel): ShapeColumns => {
  const known = columnsByShape.get(shape)
  if (known) return known
  const shown = [...shape.fields.values()].flatMap((field) =>
    field.type === 'column' ? field.column : [],
  )
  const others = [...entity.columns.values()].filter((column) => !shown.includes(column))
  const filled = shape.mode === 'create' ? others.filter(hasDefault) : []
  const names = [...shown, ...filled].flatMap(columnsOf)
  const made = { isShared: new Set(names).size < names.length, defaults: new Map() }
  columnsByShape.set(shape, made)
  return made
}

const hasDefault = (column: ColumnModel): boolean =>
  column.default !== undefined && !column.generated

/** Whether two members, or a member and a default, may write the same column. */
const haveSharedColumns = (resource: ResourceModel, shape: WriteShapeModel): boolean =>
  columnsOfShape(resource, shape).isShared

/** What a member sent for a column overrules a default of the column, and null for its absence. */
const withoutOverruled = (
  assignments: readonly Assignment[],
  implied: ReadonlySet<Assignment>,
): readonly Assignment[] => {
  const sent = writtenColumns(assignments.filter((assignment) => !implied.has(assignment)))
  return assignments.filter(
    (assignment) => !implied.has(assignment) || !sent.has(assignment.column.column),
  )
}

const readLinks = (
  field: Extract<WriteField, { type: 'links' }>,
  sent: unknown,
  read: Read,
): Problem | undefined => {
  if (!Array.isArray(sent)) {
    const fault = valueFault('notIds', { got: describeValue(sent) })
    return wrong(field.name, { fault, wrongType: true })
  }
  const ids = new Set<string>()
  for (const [index, item] of sent.entries()) {
    const reading = field.reader.read(item, read.zone, read.onLegacyForm)
    if ('fault' in reading) return wrong(`${field.name}.${index}`, reading)
    ids.add(reading.parameter)
  }
  read.links.push({ relation: field.relation, ids: [...ids] })
  return undefined
}

/** Foreign keys of several columns may share some with other fields, which must then agree. */
const contradictions = (
  { fields }: WriteShapeModel,
  assignments: readonly Assignment[],
): readonly Problem[] => {
  const nameOf = (column: Assignment['column']) =>
    [...fields.values()].find((field) => field.type === 'column' && field.column === column)
      ?.name ?? column.field
  const seen = new Map<string, { readonly text: string | null; readonly name: string }>()
  return assignments.flatMap(({ column, value }) => {
    const name = nameOf(column)
    return [...writtenColumns([{ column, value }]).values()].flatMap(({ part, text: sent }) => {
      const text = sent === null ? null : partText(sent, part)
      const other = seen.get(part.column)
      seen.set(part.column, { text, name })
      return other === undefined || other.text === text
        ? []
        : [problem('valuesContradict', { target: name, other: other.name, column: part.column })]
    })
  })
}

/** Defaults of columns that are not in the create shape. */
const otherDefaults = (
  resource: ResourceModel,
  shape: WriteShapeModel,
  zone: string,
): readonly Assignment[] => {
  const { defaults } = columnsOfShape(resource, shape)
  const known = defaults.get(zone)
  if (known) return known
  const shown = new Set(
    [...shape.fields.values()].map((field) => field.type === 'column' && field.column),
  )
  const made = [...resource.entity.columns.values()].flatMap((column) => {
    if (!hasDefault(column) || shown.has(column)) return []
    const reading = readerOf(column).read(column.default, zone)
    return 'parameter' in reading ? [{ column, value: reading.parameter }] : []
  })
  defaults.set(zone, made)
  return made
}
