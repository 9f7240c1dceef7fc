/** Walks by cursor, forwards and backwards, and positions in the list. */

import { demandFailure } from '../failures.js'
import { type CursorPage, idOf, queryText, type Row, readAll, readCursor } from '../pages.js'
import { withStatus } from '../service.js'
import { dividingSelection, idsOf, type Subject } from '../subject.js'
import { demand, demandEqual, demandSequence, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const cursorCase = casesOf('cursors')
const locateCase = casesOf('locate')

/** A walk of about eight pages, so that there are boundaries in every part of the list. */
const sizeOf = ({ resource }: Subject, count: number): number =>
  Math.min(resource.pageSize, Math.max(1, Math.ceil(count / 8)))

const walk = async (
  subject: Subject,
  filter: Subject['base'],
  sort: string | undefined,
  size: number,
): Promise<{ readonly rows: readonly Row[]; readonly last: CursorPage }> => {
  let page = await readCursor(subject, filter, { size, sort })
  const rows = [...page.rows]
  demandEqual("'prev' of the first page", page.prev, null)
  while (page.next !== null && rows.length <= subject.maxRows) {
    demand(page.rows.length > 0, "A page without rows must not have a 'next'.")
    page = await readCursor(subject, filter, { size, sort, after: page.next })
    rows.push(...page.rows)
  }
  return { rows, last: page }
}

const walkBack = async (
  subject: Subject,
  filter: Subject['base'],
  sort: string | undefined,
  size: number,
  last: CursorPage,
): Promise<readonly Row[]> => {
  const rows = [...last.rows]
  let { prev } = last
  while (prev !== null && rows.length <= subject.maxRows) {
    const page = await readCursor(subject, filter, { size, sort, before: prev })
    demand(page.rows.length > 0, "A page that 'prev' names must have rows.")
    rows.unshift(...page.rows)
    prev = page.prev
  }
  return rows
}

const demandWalk = async (
  subject: Subject,
  filter: Subject['base'],
  sort: string | undefined,
  expected: readonly Row[],
): Promise<void> => {
  const size = sizeOf(subject, expected.length)
  const { rows, last } = await walk(subject, filter, sort, size)
  demandSequence("The walk by 'next'", idsOf(subject, rows), idsOf(subject, expected))
  const back = await walkBack(subject, filter, sort, size, last)
  demandSequence("The walk by 'prev'", idsOf(subject, back), idsOf(subject, expected))
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
      cursorCase(
        `a walk sorted by '${name},${direction}' visits each row once`,
        async (subject) => {
          const sort = `${name},${direction}`
          const { rows: expected } = await readAll(subject, subject.base, sort)
          await demandWalk(subject, subject.base, sort, expected)
        },
      ),
    ),
  )
  return [
    cursorCase('a walk in the default order visits each row once', (subject) =>
      demandWalk(subject, subject.base, undefined, subject.rows),
    ),
    ...sortCases,
    cursorCase('a walk with a filter visits each row that matches once', async (subject) => {
      const selection = dividingSelection(subject)
      if (!selection) throw new NotJudged('No filter divides the rows.')
      await demandWalk(subject, selection.filter, undefined, selection.rows)
    }),
    cursorCase('a forged cursor is refused', (subject) =>
      demandRefused(subject, '?after=bm90LWEtY3Vyc29y'),
    ),
    cursorCase('a cursor of another filter is refused', async (subject) => {
      const selection = dividingSelection(subject)
      const { next } = await readCursor(subject, selection?.filter ?? subject.base, { size: 1 })
      if (!selection || next === null) throw new NotJudged('No filter selects several rows.')
      await demandRefused(subject, queryText({ size: 1, after: next }))
    }),
  ]
}

interface Place {
  readonly filter: Subject['base']
  readonly sort: string | undefined
  readonly rows: readonly Row[]
}

const size = 20

const demandPlaces = async (subject: Subject, { filter, sort, rows }: Place): Promise<void> => {
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
    await demandPlaces(subject, { filter: subject.base, sort: undefined, rows: subject.rows })
  }),
  locateCase('rows are located in the order of a sort', async (subject) => {
    const field = subject.resource.fields.find(
      ({ name, sortable, kind }) => sortable && kind && name !== subject.resource.idField,
    )
    if (!field || subject.rows.length === 0) throw new NotJudged('No order can be tried.')
    const sort = `${field.name},desc`
    const { rows } = await readAll(subject, subject.base, sort)
    await demandPlaces(subject, { filter: subject.base, sort, rows })
  }),
  locateCase('rows are located within a filter, and others are not found', async (subject) => {
    const selection = dividingSelection(subject)
    if (!selection) throw new NotJudged('No filter divides the rows.')
    const { filter, rows } = selection
    await demandPlaces(subject, { filter, sort: undefined, rows })
    const chosen = new Set(idsOf(subject, rows))
    const other = idsOf(subject, subject.rows).find((id) => !chosen.has(id))!
    const path = `${subject.resource.path}/locate${queryText({ id: other })}`
    const exchange = await subject.service.send('POST', path, { body: filter })
    demandFailure(exchange, { status: 404, code: 'RESOURCE_NOT_FOUND' })
  }),
]

export const deriveLocate: Derive = ({ resource }) =>
  resource.operations.has('locate') ? locateCases : []
