/** Values, pages and totals. */
import { checkPage, idOf, joinPages, type Page, type Query, readPage } from '../pages.js'
import { scalar } from '../scalars.js'
import { demandRows, idsOf, type Subject } from '../subject.js'
import { Deviation, demand, demandEqual, NotJudged, shown } from '../verdicts.js'
import { casesOf, type Derive } from './case.js'

const valueCase = casesOf('values')
const pageCase = casesOf('pages')
const totalCase = casesOf('totals')

/** Sizes that put a boundary into small sets, too. */
const sizesOf = ({ rows, resource }: Subject): readonly number[] => {
  const third = Math.max(1, Math.floor(rows.length / 3))
  return [...new Set([Math.min(third, resource.pageSize), Math.min(7, resource.pageSize)])]
}

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === undefined) return true
  if (type === 'integer') return Number.isInteger(value)
  return Array.isArray(value) ? type === 'array' : type === typeof value
}

const checkValues = (subject: Subject): void => {
  for (const row of subject.rows) {
    for (const { name, kind, types, nullable, options } of subject.resource.fields) {
      const value = row[name]
      const where = `'${name}' of ${idsOf(subject, [row])[0]}`
      if (value === undefined) throw new Deviation(`${where} is missing; null must be sent.`)
      if (value === null) {
        demand(nullable, `${where} is null, which its schema excludes.`)
        continue
      }
      const isTyped = types.some((type) => isOfType(value, type))
      demand(isTyped, `${where} must be ${types.join(' or ')}; got ${shown(value)}.`)
      if (kind) {
        scalar(kind, value)
        const isOption = options.length === 0 || options.includes(value)
        demand(isOption, `${where} is not one of the values that its schema lists.`)
      }
    }
  }
}

const checkMembers = ({ rows, resource }: Subject): void => {
  const names = new Set([...resource.fields.map(({ name }) => name), '_links'])
  const extra = rows.flatMap((row) => Object.keys(row)).find((name) => !names.has(name))
  demand(extra === undefined, `The response has a member '${extra}', which no schema publishes.`)
}

export const deriveValues: Derive = () => [
  valueCase('every value has the form that the schema publishes', async (subject) =>
    checkValues(subject),
  ),
  valueCase('rows have the published members only', async (subject) => checkMembers(subject)),
]

const checkedPage = async (subject: Subject, query: Query): Promise<Page> => {
  const page = await readPage(subject, subject.base, query)
  checkPage(page, query)
  return page
}

export const derivePages: Derive = (subject) => [
  ...sizesOf(subject).map((size) =>
    pageCase(`pages of ${size} rows are the whole list`, async (current) => {
      // A walk over many small pages proves no more than one over a few.
      const maxRows = Math.min(current.rows.length, 12 * size)
      const { rows } = await joinPages((query) => checkedPage(current, query), { size, maxRows })
      const expected = current.rows.slice(0, Math.max(rows.length, maxRows))
      demandRows(current, 'The joined pages', rows, expected)
    }),
  ),
  pageCase('a page past the end is empty and has the true total', async (current) => {
    const page = Math.ceil(current.total / 10) + 5
    const { rows, total } = await checkedPage(current, { page, size: 10 })
    demandEqual('The number of rows', rows.length, 0)
    demandEqual('totalElements', total, current.total)
  }),
  pageCase('a request without page and size returns page 0', async (current) => {
    const { body } = await checkedPage(current, {})
    demandEqual('number', body['number'], 0)
  }),
  pageCase('included records come first, and pages stay complete', async (current) => {
    const [first, second] = current.rows
    const last = current.rows.at(-1)
    if (!first || !second || !last || last === second) {
      throw new NotJudged('It has fewer than three rows.')
    }
    const query = { size: 2, includeIds: idOf(current.resource, last) }
    const { rows, total } = await readPage(current, current.base, query)
    demandRows(current, 'Page 0', rows, [last, first, second])
    demandEqual('totalElements', total, current.total)
  }),
]

export const deriveTotals: Derive = () => [
  totalCase('totalElements is the number of rows', async (subject) => {
    demandEqual('totalElements', subject.total, subject.rows.length)
    const ids = idsOf(subject, subject.rows)
    demandEqual('The number of different ids', new Set(ids).size, ids.length)
  }),
  totalCase('totalElements is the same for every size and page', async (subject) => {
    for (const query of [{ size: 1 }, { size: 3, page: 1 }, { size: subject.resource.pageSize }]) {
      const { total } = await readPage(subject, subject.base, query)
      demandEqual('totalElements', total, subject.rows.length)
    }
  }),
]
