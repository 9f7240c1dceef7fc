/** Exports employees as CSV and XLSX, read with a cursor and written as a stream. */
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { Access } from './database.js'
import { conditionsOf } from './pages.js'
import { type Filter, RequestError } from './requests.js'

interface Column {
  readonly name: string
  readonly sql: string
  readonly type?: 'number' | 'boolean' | 'date' | 'instant'
}

const instant = (column: string): string => `(${column} at time zone 'UTC')`

const columns: readonly Column[] = [
  { name: 'id', sql: 'e.id', type: 'number' },
  { name: 'code', sql: 'e.code' },
  { name: 'fullName', sql: 'e.full_name' },
  { name: 'nickname', sql: 'e.nickname' },
  { name: 'email', sql: 'e.email' },
  { name: 'phone', sql: 'e.phone' },
  { name: 'status', sql: 'e.status' },
  { name: 'salary', sql: 'e.salary', type: 'number' },
  { name: 'hiredOn', sql: 'e.hired_on', type: 'date' },
  { name: 'birthDate', sql: 'e.birth_date', type: 'date' },
  { name: 'lastReviewAt', sql: instant('e.last_review_at'), type: 'instant' },
  { name: 'contractEndsAt', sql: instant('e.contract_ends_at'), type: 'instant' },
  { name: 'remote', sql: 'e.remote', type: 'boolean' },
  { name: 'rating', sql: 'e.rating', type: 'number' },
  { name: 'departmentId', sql: 'e.department_id', type: 'number' },
  { name: 'departmentName', sql: 'd.name' },
  { name: 'managerId', sql: 'e.manager_id', type: 'number' },
  { name: 'managerName', sql: 'm.full_name' },
  {
    name: 'skillCount',
    sql: '(select count(*) from employee_skills s where s.employee_id = e.id)',
    type: 'number',
  },
  { name: 'version', sql: 'e.version', type: 'number' },
  { name: 'createdAt', sql: instant('e.created_at'), type: 'instant' },
  { name: 'updatedAt', sql: instant('e.updated_at'), type: 'instant' },
]

type Texts = readonly (string | null)[]

const batchSize = 1_000
const verbatim = { getTypeParser: () => (text: string) => text }

export type Format = 'csv' | 'xlsx'

export const readFormat = (value: unknown): Format => {
  if (value === 'csv' || value === 'xlsx') return value
  throw new RequestError('REQUEST_PAYLOAD_INVALID', "'format' must be csv or xlsx.", 'format')
}

export const createExport =
  (pool: pg.Pool) =>
  (format: Format, filter: Filter, access: Access): AsyncIterable<string | Uint8Array> => {
    const rows = readRows(pool, filter, access)
    return format === 'csv' ? writeCsv(rows) : writeSheet(rows)
  }

async function* readRows(
  pool: pg.Pool,
  filter: Filter,
  access: Access,
): AsyncGenerator<readonly Texts[]> {
  const values: unknown[] = []
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const conditions = conditionsOf(filter, access, value).join(' and ')
  const text = `select ${columns.map(({ sql }) => sql).join(', ')}
    from employees e join departments d on d.id = e.department_id
    left join employees m on m.id = e.manager_id
    where ${conditions} order by e.full_name, e.id`
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    const cursor = client.query(
      new Cursor(text, values, { rowMode: 'array', types: verbatim as never }),
    )
    for (;;) {
      const batch: Texts[] = await cursor.read(batchSize)
      if (batch.length === 0) break
      yield batch
    }
    await cursor.close()
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const mustQuote = /["\r\n,;\t|]/
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const toText = (text: string, { type }: Column): string => {
  if (type === 'instant') return `${text.slice(0, 10)}T${text.slice(11)}Z`
  if (type === 'boolean') return text === 't' ? 'true' : 'false'
  if (type !== undefined) return text
  const safe = formula.test(text) ? `'${text}` : text
  return mustQuote.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

async function* writeCsv(rows: AsyncIterable<readonly Texts[]>): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\r\n`
  for await (const batch of rows) {
    let text = ''
    for (const row of batch) {
      for (let index = 0; index < columns.length; index++) {
        const value = row[index]!
        if (index > 0) text += ','
        if (value !== null) text += toText(value, columns[index]!)
      }
      text += '\r\n'
    }
    yield text
  }
}

const formats = { date: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm:ss' } as const

const toCell = (text: string, { type }: Column): string | number | boolean | Date => {
  if (type === 'number') return Number(text)
  if (type === 'boolean') return text === 't'
  if (type === 'date') return new Date(text)
  if (type === 'instant') return new Date(`${text.slice(0, 10)}T${text.slice(11)}Z`)
  return text
}

async function* writeSheet(rows: AsyncIterable<readonly Texts[]>): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  async function* cells() {
    for await (const batch of rows) {
      for (const row of batch) {
        yield columns.map((column, index) => {
          const text = row[index]!
          return text === null ? null : toCell(text, column)
        })
      }
    }
  }
  const head = columns.map(({ name, type }) =>
    type === 'date' || type === 'instant'
      ? { header: name, numFmt: formats[type] }
      : { header: name },
  )
  const stream = writeXlsxStream(cells(), { name: 'employees', columns: head })
  yield* stream as unknown as AsyncIterable<Uint8Array>
}
