/** Reads the body of a write against its shape: wire terms in, assignments out. No SQL, no I/O. */

import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { ownMember } from '../../foundation/json/own-member.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import { kinds, nullText } from '../../model/kinds/kinds.js'
import {
  describeValue,
  type InputSettings,
  legacyFormsOf,
  partText,
  readerOf,
  type ValueReader,
} from '../../model/kinds/value-reader.js'
import { type ColumnModel, columnsOf, isFilled } from '../../model/types/entity-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'
import { type Assignment, writtenColumns } from '../../query/statements/write-statements.js'
import { limitProblems, readOwned } from './owned-lists.js'
import { isEmptyList, type SentList } from './sent-lists.js'
import type { BodyResource, LinkedIds, OwnedList, WriteValues } from './write-values.js'

/**
 * Reports every broken constraint as a problem of its own. Members of the response shape that
 * cannot be written are ignored, because clients echo what they read.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED
 */
export const readBody = (
  resource: BodyResource,
  shape: WriteShapeModel,
  body: unknown,
  settings: InputSettings,
): WriteValues => {
  if (!isJsonObject(body)) {
    throw new AppError(problem('bodyNotObject', { got: describeValue(body) }))
  }
  const { members, others, isShared } = formOf(resource, shape, settings.zone)
  const lists = sentLists(resource, shape, body)
  const problems = unknownMembers(resource, shape, body)
  const isCopy = shape.mode === 'create' && lists.length > 0
  const copiedId = isCopy ? idIn(resource, body, settings) : undefined
  if (isCopy && copiedId === undefined) problems.push(...unreadLists(lists))
  const read: Assignment[] = []
  const links: LinkedIds[] = []
  const owned: OwnedList[] = []
  for (const member of members) {
    const { field } = member
    const sent = ownMember(body, field.name)
    if (field.type === 'owned') {
      if (sent == null) {
        if (field.required) problems.push(problem('valueRequired', { target: field.name }))
        continue
      }
      const list = readOwned(resource, field, sent, settings, readItem(settings), problems)
      if (list) owned.push(list)
      continue
    }
    const wrong =
      sent === undefined || sent === null
        ? readAbsent(member, sent, shape, read, links)
        : readSent(resource, field, sent, settings, read, links)
    if (wrong) problems.push(wrong)
  }
  if (problems.length > 0) problems.push(...uncertainNulls(members, body))
  read.push(...others)
  const assignments = isShared ? withoutOverruled(read, members, others) : read
  if (isShared) problems.push(...contradictions(shape, assignments))
  problems.push(...limitProblems(owned, settings, ({ member }) => member.name))
  if (problems.length > 0) throw new AppError(inOrder(problems))
  return { assignments, links, owned, lists, copiedId }
}

/** The limits are those of the whole body. */
const readItem =
  ({ owned: _, ...settings }: InputSettings) =>
  (resource: BodyResource, shape: WriteShapeModel, body: unknown): WriteValues =>
    readBody(resource, shape, body, settings)

/** The first problem decides the error code; a body of the wrong form comes before wrong values. */
export const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted(
    (a, b) => Number(a.code === 'VALIDATION_FAILED') - Number(b.code === 'VALIDATION_FAILED'),
  )

/** Members that every record has and nobody writes. */
const builtIn = new Set(['_links', 'datasetVersion'])

const unknownMembers = (
  { response }: BodyResource,
  { fields }: WriteShapeModel,
  body: object,
): Problem[] => {
  let unknown: string[] | undefined
  for (const name of Object.keys(body)) {
    if (fields.has(name) || response.has(name) || builtIn.has(name)) continue
    unknown ??= []
    unknown.push(name)
  }
  return unknown ? unknownMemberProblems('member', unknown, [...fields.keys()]) : []
}

const sentLists = (
  { response }: BodyResource,
  { fields, mode }: WriteShapeModel,
  body: Readonly<Record<string, unknown>>,
): readonly SentList[] => {
  const names = Object.keys(body).filter(
    (name) => response.get(name)?.type === 'list' && !fields.has(name),
  )
  const lists = names.map((name) => ({ name, value: body[name] }))
  // A record that is created has no records in its lists yet.
  return mode === 'create' ? lists.filter(({ value }) => !isEmptyList(value)) : lists
}

/** The id that a body repeats from a response. */
const idIn = (
  { idField, idReader }: BodyResource,
  body: object,
  { zone }: InputSettings,
): string | undefined => {
  const reading = idReader.read(ownMember(body, idField), zone)
  return 'parameter' in reading ? reading.parameter : undefined
}

/** A body without an id is not one that was read. */
const unreadLists = (lists: readonly SentList[]): readonly Problem[] =>
  lists.map(({ name }) => problem('listNotWritable', { target: name }))

const readSent = (
  resource: BodyResource,
  field: PlainField,
  sent: unknown,
  settings: InputSettings,
  assignments: Assignment[],
  links: LinkedIds[],
): Problem | undefined => {
  const onLegacyForm = legacyFormsOf(settings, resource.key, field.name)
  if (field.type === 'links') return readLinks(field, sent, settings.zone, onLegacyForm, links)
  const reading = field.reader.read(sent, settings.zone, onLegacyForm)
  if ('fault' in reading) {
    const { index } = reading
    return wrong(index === undefined ? field.name : `${field.name}.${index}`, reading)
  }
  assignments.push({ column: field.column, value: reading.parameter })
  return undefined
}

const wrong = (
  target: string,
  { fault, wrongType }: { fault: Phrase; wrongType: boolean },
): Problem => problem(wrongType ? 'memberInvalid' : 'valueInvalid', { target, fault })

/** Nulls that the database refuses, unless what is stored was sent as null. */
const uncertainNulls = (members: readonly MemberForm[], body: object): readonly Problem[] =>
  members.flatMap(({ field: { name, nullable }, ifNull }) =>
    ifNull?.keeps && !nullable && ownMember(body, name) === null
      ? [problem('valueNull', { target: name })]
      : [],
  )

/** Absent or null: the default in a create, otherwise null if it is permitted. */
const readAbsent = (
  { field, ifAbsent, ifNull }: MemberForm,
  sent: null | undefined,
  { mode }: WriteShapeModel,
  assignments: Assignment[],
  links: LinkedIds[],
): Problem | undefined => {
  if (sent === undefined && mode === 'intent') return undefined
  // An item of a list keeps what it leaves out and a create would fill.
  if (sent === undefined && mode === 'update' && !field.required && !field.nullable)
    return undefined
  // The service, or the statement that inserts, fills it.
  if (field.type === 'column' && mode === 'create' && isFilled(field.column)) return undefined
  if (field.type === 'links') {
    // A record that is being created has no links, except those that its triggers make.
    if (mode !== 'create') links.push({ relation: field.relation, ids: [] })
    return undefined
  }
  const implied = sent === null ? ifNull : ifAbsent
  if (!implied) {
    return problem(sent === null ? 'valueNull' : 'valueRequired', { target: field.name })
  }
  assignments.push(implied)
  return undefined
}

type PlainField = Exclude<WriteField, { readonly type: 'owned' }>

/** A member of a body, and what it writes. Undefined: it is refused. */
interface MemberForm {
  readonly field: WriteField
  readonly ifAbsent: Assignment | undefined
  readonly ifNull: Assignment | undefined
}

/** How bodies of a shape are read. */
interface BodyForm {
  readonly members: readonly MemberForm[]
  /** Defaults of columns that are not in the create shape. */
  readonly others: readonly Assignment[]
  /** Whether two members, or a member and a default, may write the same column. */
  readonly isShared: boolean
}

const forms = memoize((_shape: WriteShapeModel) => new Map<string, BodyForm>())

/** Derives the form once for each shape and time zone, because it does not depend on the body. */
const formOf = (resource: BodyResource, shape: WriteShapeModel, zone: string): BodyForm => {
  const ofShape = forms(shape)
  const cachedForm = ofShape.get(zone)
  if (cachedForm) return cachedForm
  const members = [...shape.fields.values()].map((field) => memberForm(field, shape, zone))
  const shown = members.flatMap(({ field }) => (field.type === 'column' ? field.column : []))
  const filled =
    shape.mode === 'create'
      ? [...resource.entity.columns.values()].filter(
          (column) => column.default !== undefined && !column.generated && !shown.includes(column),
        )
      : []
  const others = filled.flatMap((column) => defaultOf(column, readerOf(column), zone) ?? [])
  const names = [...shown, ...filled].flatMap(columnsOf)
  const form = { members, others, isShared: new Set(names).size < names.length }
  ofShape.set(zone, form)
  return form
}

const memberForm = (field: WriteField, { mode }: WriteShapeModel, zone: string): MemberForm => {
  if (field.type !== 'column') return { field, ifAbsent: undefined, ifNull: undefined }
  const { column, reader } = field
  if ((mode === 'create' || mode === 'action') && column.default !== undefined) {
    const implied = defaultOf(column, reader, zone)
    return { field, ifAbsent: implied, ifNull: implied }
  }
  const ifAbsent = column.nullable ? { column, value: null } : undefined
  return { field, ifAbsent, ifNull: nullOf(column, mode) }
}

/**
 * What null writes. An update replaces what was read, so that null keeps a value that is sent as
 * null; an intent clears it, if the column can be null. Of a column that cannot, the database
 * refuses every other value.
 */
const nullOf = (column: ColumnModel, mode: WriteShapeModel['mode']): Assignment | undefined => {
  const { kind, nullable, specialValues, entity } = column
  const value = nullText(column)
  if (value !== null) return { column, value }
  if (nullable) {
    return {
      column,
      value,
      keeps: mode === 'update' && (kind === 'json' || specialValues === true),
    }
  }
  // The columns of a view are not NOT NULL, so that the database would accept every null.
  const keeps =
    kinds[kind].hasSpecialValues === true &&
    (mode === 'update' || mode === 'intent') &&
    (specialValues === true || !entity.view)
  return keeps ? { column, value, keeps } : undefined
}

const defaultOf = (
  column: ColumnModel,
  reader: ValueReader,
  zone: string,
): Assignment | undefined => {
  const reading = reader.read(column.default, zone)
  return 'parameter' in reading ? { column, value: reading.parameter } : undefined
}

/** What a member sent for a column overrules a default of the column, and null for its absence. */
const withoutOverruled = (
  assignments: readonly Assignment[],
  members: readonly MemberForm[],
  others: readonly Assignment[],
): readonly Assignment[] => {
  const implied = new Set([...members.map((member) => member.ifAbsent), ...others])
  const sent = writtenColumns(assignments.filter((assignment) => !implied.has(assignment)))
  return assignments.filter(
    (assignment) => !implied.has(assignment) || !sent.has(assignment.column.column),
  )
}

const readLinks = (
  field: Extract<WriteField, { type: 'links' }>,
  sent: unknown,
  zone: string,
  onLegacyForm: (() => void) | undefined,
  links: LinkedIds[],
): Problem | undefined => {
  if (!Array.isArray(sent)) {
    const fault = valueFault('notIds', { got: describeValue(sent) })
    return wrong(field.name, { fault, wrongType: true })
  }
  const ids = new Set<string>()
  for (const [index, item] of sent.entries()) {
    const reading = field.reader.read(item, zone, onLegacyForm)
    if ('fault' in reading) return wrong(`${field.name}.${index}`, reading)
    ids.add(reading.parameter)
  }
  links.push({ relation: field.relation, ids: [...ids] })
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
