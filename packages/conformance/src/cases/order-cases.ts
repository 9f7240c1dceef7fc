/** Orders by every field that may be sorted, with nulls last in both directions. */
import type { Field } from '../catalog.js'
import { idOf, type Row, readAll } from '../pages.js'
import { compare, isOrdered, type Kind, scalar } from '../scalars.js'
import { demandRows, idsOf, type Subject } from '../subject.js'
import { demand, demandEqual, demandSequence, NotJudged } from '../verdicts.js'
import { casesOf, type Derive } from './case.js'

const orderCase = casesOf('order')
const nullCase = casesOf('nulls')

const directions = [
  ['asc', 1],
  ['desc', -1],
] as const

const isNull = ({ name }: Field, row: Row): boolean => row[name] === null

const sortedBy = async (subject: Subject, { name }: Field, direction: 'asc' | 'desc') => {
  const page = await readAll(subject, subject.base, `${name},${direction}`)
  return page.rows
}

/** Values in order where the order is known; elsewhere equal values beside each other. */
const checkOrder = (field: Field, rows: readonly Row[], direction: 1 | -1): void => {
  const { name, kind } = field
  const wires = rows.filter((row) => !isNull(field, row)).map((row) => row[name])
  const values = wires.map((wire) => scalar(kind!, wire))
  const seen = new Set<unknown>()
  for (const [index, value] of values.entries()) {
    const [previous, wire] = [values[index - 1], wires[index]]
    if (previous === value) continue
    demand(!seen.has(value), `Sorted by '${name}', rows with ${wire} must be beside each other.`)
    seen.add(value)
    if (previous === undefined || !isOrdered(kind!)) continue
    const isSorted = compare(previous, value) * direction < 0
    demand(isSorted, `Sorted by '${name}', ${wires[index - 1]} must not come before ${wire}.`)
  }
}

const keyOf = (subject: Subject): Field & { readonly kind: Kind } => {
  const { resource } = subject
  const key = resource.fields.find(({ name }) => name === resource.idField)
  if (!key?.kind) throw new NotJudged('The response has no field with the id.')
  return { ...key, kind: key.kind }
}

/** The key breaks ties in the direction of the sort. */
const checkTies = (subject: Subject, field: Field, rows: readonly Row[], direction: 1 | -1) => {
  const key = keyOf(subject)
  if (!isOrdered(key.kind)) return
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1]
    if (!previous || previous[field.name] !== row[field.name]) continue
    const order = compare(scalar(key.kind, previous[key.name]), scalar(key.kind, row[key.name]))
    demand(
      order * direction < 0,
      `Rows with the same '${field.name}' must be sorted by '${key.name}': ${idOf(subject.resource, previous)} must not come before ${idOf(subject.resource, row)}.`,
    )
  }
}

const sortCases = (field: Field) => [
  orderCase(`sort by '${field.name}' orders the rows in both directions`, async (subject) => {
    const all = [...idsOf(subject, subject.rows)].sort()
    const filled: (readonly Row[])[] = []
    for (const [name, direction] of directions) {
      const rows = await sortedBy(subject, field, name)
      demandSequence('The ids of the sorted rows', [...idsOf(subject, rows)].sort(), all)
      checkOrder(field, rows, direction)
      checkTies(subject, field, rows, direction)
      filled.push(rows.filter((row) => !isNull(field, row)))
    }
    const [up, down] = filled
    demandRows(subject, 'The descending order, reversed', [...down!].reverse(), up!)
  }),
]

const nullCases = (field: Field) =>
  nullCase(`sort by '${field.name}' puts nulls last in both directions`, async (subject) => {
    const count = subject.rows.filter((row) => isNull(field, row)).length
    if (count === 0 || count === subject.rows.length) {
      throw new NotJudged('The rows do not have both nulls and values of this field.')
    }
    for (const [direction] of directions) {
      const rows = await sortedBy(subject, field, direction)
      const place = rows.findIndex((row) => isNull(field, row))
      demandEqual(`The first null of '${field.name},${direction}'`, place, rows.length - count)
    }
  })

const defaultOrder = orderCase('the page names the order that it has', async (subject) => {
  const { body } = await readAll({ ...subject, maxRows: 1 }, subject.base)
  const { sort } = body as {
    sort?: { sorted?: unknown; orders?: readonly { property: string; direction: string }[] }
  }
  const [first] = sort?.orders ?? []
  demandEqual('sort.sorted', sort?.sorted, first !== undefined)
  const field = subject.resource.fields.find(({ name }) => name === first?.property)
  if (!first || !field?.kind) throw new NotJudged('The first sort key is not a response field.')
  checkOrder(field, subject.rows, first.direction === 'DESC' ? -1 : 1)
})

export const deriveOrder: Derive = ({ resource }) => {
  const fields = resource.fields.filter(({ sortable, kind }) => sortable && kind !== undefined)
  return [
    defaultOrder,
    ...fields.flatMap(sortCases),
    ...fields.filter(({ nullable }) => nullable).map(nullCases),
  ]
}
