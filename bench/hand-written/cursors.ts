/** Pages of employees by cursor: the sort values of the last row, and the rows after them. */
import type pg from 'pg'
import {
  type Access,
  type EmployeeRow,
  employeeColumns,
  employeeJoins,
  neededJoins,
  type SqlOptions,
} from './database.js'
import { conditionsOf } from './pages.js'
import { type Filter, RequestError, type SortKey } from './requests.js'

export interface CursorPage {
  readonly rows: readonly EmployeeRow[]
  readonly next: string | null
  readonly prev: string | null
}

type Position = readonly unknown[]

const invalid = (): RequestError =>
  new RequestError('INVALID_PARAMETER', 'The cursor is not one of this order.', 'after')

const readPosition = (text: string, length: number): Position => {
  try {
    const position: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(position) && position.length === length) return position
  } catch {
    // The code below refuses such a cursor.
  }
  throw invalid()
}

const printPosition = (row: EmployeeRow, order: readonly SortKey[]): string =>
  Buffer.from(JSON.stringify(order.map(({ property }) => row[property]))).toString('base64url')

export const createCursors = (pool: pg.Pool, options: SqlOptions) => {
  const columns = employeeColumns(options)

  /**
   * Pages go forwards, in one direction, over columns that are never null, as the cases require.
   */
  const findAfter = async (
    filter: Filter,
    order: readonly SortKey[],
    size: number,
    after: string | undefined,
    access: Access,
  ): Promise<CursorPage> => {
    const [{ direction }] = order as readonly [SortKey]
    if (order.some((key) => key.direction !== direction || key.order.endsWith('last'))) {
      throw new RequestError('SORT_INVALID', 'A cursor must have one direction.', 'sort')
    }
    const values: unknown[] = []
    const value = (parameter: unknown): string => `$${values.push(parameter)}`
    const conditions = conditionsOf(filter, access, value)
    const joins = employeeJoins(access === 'all' ? undefined : `${value(access)}::bigint[]`)
    const keys = order.map(({ column }) => column).join(', ')
    const named = order.map(({ column }, index) => `${column} as k${index}`).join(', ')
    const sort = order.map(({ column }) => `${column} ${direction}`).join(', ')
    if (after !== undefined) {
      const position = readPosition(after, order.length).map(value).join(', ')
      conditions.push(`(${keys}) ${direction === 'asc' ? '>' : '<'} (${position})`)
    }
    const { rows } = await pool.query<EmployeeRow>(
      `with page as (
        select e.id, ${named} from employees e ${neededJoins(`${keys} ${conditions}`, joins)}
        where ${conditions.join(' and ')} order by ${sort} limit ${value(size + 1)}
      )
      select ${columns} from page join employees e on e.id = page.id ${joins}
      order by ${order.map((_, index) => `page.k${index} ${direction}`).join(', ')}`,
      values,
    )
    const page = rows.slice(0, size)
    return {
      rows: page,
      next: rows.length > size ? printPosition(page.at(-1)!, order) : null,
      prev: after !== undefined && page.length > 0 ? printPosition(page[0]!, order) : null,
    }
  }
  return { findAfter }
}
