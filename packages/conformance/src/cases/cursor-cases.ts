/** Walks by cursor, forwards and backwards, and positions in the list. */
import { demandFailure } from '../failures.js'
import type { Json } from '../json.js'
import { idOf, type Query, queryText, type Row, readAll, readCursor } from '../pages.js'
import { withStatus } from '../service.js'
import { demandRows, requireDivision, type Subject } from '../subject.js'
import { demand, demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const cursorCase = casesOf('cursors')
const locateCase = casesOf('locate')

/** A walk of about eight pages, so that there are boundaries in every part of the list. */
const sizeOf = ({ resource }: Subject, count: number): number =>
  Math.min(resource.pageSize, Math.max(1, Math.ceil(count / 8)))

/** A list in its order. */
interface List {
  readonly filter: Json
  readonly sort?: string
  readonly rows: readonly Row[]
}

const demandWalk = async (subject: Subject, { filter, sort, rows }: List): Promise<void> => {
  const read = (query: Query) =>
    readCursor(subject, filter, { size: sizeOf(subject, rows.length), sort, ...query })
  let page = await read({})
  demandEqual("'prev' of the first page", page.prev, null)
  const forward = [...page.rows]
  while (page.next !== null && forward.length <= subject.maxRows) {
    demand(page.rows.length > 0, "A page without rows must not have a 'next'.")
    page = await read({ after: page.next })
    forward.push(...page.rows)
  }
  demandRows(subject, "The walk by 'next'", forward, rows)
  const back = [...page.rows]
  while (page.prev !== null && back.length <= subject.maxRows) {
    page = await read({ before: page.prev })
    demand(page.rows.length > 0, "A page that 'prev' names must have rows.")
    back.unshift(...page.rows)
  }
  demandRows(subject, "The walk by 'prev'", back, rows)
}

/** The rows of a run, sorted by a term. */
const sortedList = async (subject: Subject, sort: string): Promise<List> => {
  const { rows } = await readAll(subject, subject.base, sort)
  return { filter: subject.base, sort, rows }
}

const demandRefused = async ({ service, resource, base }: Subject, query: string) => {
  const exchange = await service.send('POST', `${resource.path}/filter/cursor${query}`, {
    body: base,
  })
  demandFailure(exchange, { status: 400, code: 'CURSOR_INVALID' })
}

export const deriveCursors: Derive = ({ resource, rows }) => {
  if (!resource.operations.has('cursor')) return []
  const sortable = resource.fields.filter(({ sortable: can, kind }) => can && kind !== undefined)
  const gaps = sortable.filter(({ name }) => rows.some((row) => row[name] === null)).slice(0, 2)
  const sorts = [...gaps, ...sortable.filter((field) => !gaps.includes(field)).slice(-1)]
  const sortCases = sorts.flatMap(({ name }) =>
    ['asc', 'desc'].map((direction) =>
      cursorCase(`a walk sorted by '${name},${direction}' visits each row once`, async (subject) =>
        demandWalk(subject, await sortedList(subject, `${name},${direction}`)),
      ),
    ),
  )
  return [
    cursorCase('a walk in the default order visits each row once', (subject) =>
      demandWalk(subject, { filter: subject.base, rows: subject.rows }),
    ),
    ...sortCases,
    cursorCase('a walk with a filter visits each row that matches once', async (subject) =>
      demandWalk(subject, requireDivision(subject)),
    ),
    cursorCase('a forged cursor is refused', (subject) =>
      demandRefused(subject, '?after=bm90LWEtY3Vyc29y'),
    ),
    cursorCase('a cursor of another filter is refused', async (subject) => {
      const { next } = await readCursor(subject, requireDivision(subject).filter, { size: 1 })
      if (next === null) throw new NotJudged('No filter selects several rows.')
      await demandRefused(subject, queryText({ size: 1, after: next }))
    }),
  ]
}

const size = 20

const demandPlaces = async (subject: Subject, { filter, sort, rows }: List): Promise<void> => {
  const { service, resource, random } = subject
  demand(rows.length > 0, 'There must be rows.')
  const inner = random.some([...rows.keys()], 3)
  for (const position of new Set([0, ...inner, rows.length - 1])) {
    const id = idOf(resource, rows[position]!)
    const path = `${resource.path}/locate${queryText({ id, size, sort })}`
    const { json } = withStatus(await service.send('POST', path, { body: filter }), 200)
    const page = Math.floor(position / size)
    demandEqual(`The place of ${id}`, json, { position, page })
  }
}

const locateCases: readonly Case[] = [
  locateCase('rows are located where the list has them', async (subject) => {
    if (subject.rows.length === 0) throw new NotJudged('It has no rows.')
    await demandPlaces(subject, { filter: subject.base, rows: subject.rows })
  }),
  locateCase('rows are located in the order of a sort', async (subject) => {
    const field = subject.resource.fields.find(
      ({ name, sortable, kind }) => sortable && kind && name !== subject.resource.idField,
    )
    if (!field || subject.rows.length === 0) throw new NotJudged('No order can be tried.')
    await demandPlaces(subject, await sortedList(subject, `${field.name},desc`))
  }),
  locateCase('rows are located within a filter, and others are not found', async (subject) => {
    const { service, resource } = subject
    const { filter, rows } = requireDivision(subject)
    await demandPlaces(subject, { filter, rows })
    const other = subject.rows.find((row) => !rows.includes(row))!
    const path = `${resource.path}/locate${queryText({ id: idOf(resource, other) })}`
    const exchange = await service.send('POST', path, { body: filter })
    demandFailure(exchange, { status: 404, code: 'RESOURCE_NOT_FOUND' })
  }),
]

export const deriveLocate: Derive = ({ resource }) =>
  resource.operations.has('locate') ? locateCases : []
