/**
 * Employees with Feathers and its Knex service: joins, and query parameters for filters over
 * relations. Statistics are a service of their own and the export is a route, both with Knex.
 */
import { Readable } from 'node:stream'
import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa'
import createKnex, { type Knex } from 'knex'
import pg from 'pg'
import { serve } from '../messages.js'
import { writeCsv } from './csv.js'

/** Ids and amounts are numbers and days are texts, as in the hand-written servers. */
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)

interface Params {
  readonly query?: Readonly<Record<string, unknown>>
}

/** Filters over relations are parameters of the query beside columns. */
class Employees extends KnexService {
  override createQuery(params: Params = {}): Knex.QueryBuilder {
    const { departmentName, skillName, ...query } = params.query ?? {}
    const builder = super.createQuery({ ...params, query } as never)
    builder
      .leftJoin('departments as d', 'd.id', 'employees.department_id')
      .leftJoin('employees as m', 'm.id', 'employees.manager_id')
      .select('d.name as department_name', 'm.full_name as manager_name')
    if (departmentName !== undefined) {
      builder.whereRaw('lower(d.name) like lower(?)', [`%${departmentName}%`])
    }
    if (skillName !== undefined) {
      builder.whereRaw(
        `exists (select from employee_skills es join skills s on s.id = es.skill_id
          where es.employee_id = employees.id and lower(s.name) like lower(?))`,
        [`%${skillName}%`],
      )
    }
    return builder
  }
}

/** Employees without joins, for options: all, or the managers of a department. */
class Names extends KnexService {
  override createQuery(params: Params = {}): Knex.QueryBuilder {
    const { managesDepartment, ...query } = params.query ?? {}
    const builder = super.createQuery({ ...params, query } as never)
    if (managesDepartment === undefined) return builder
    return builder.whereRaw(
      `exists (select from employees e
        where e.manager_id = employees.id and e.department_id = ?)`,
      [String(managesDepartment)],
    )
  }
}

const groups: Readonly<Record<string, string>> = {
  department: 'department_id',
  month: "date_trunc('month', hired_on::timestamp)::date",
  salary: 'floor(salary / 500) * 500',
}

/** `GET /statistics?by=department&lowest=1000&highest=40000` */
const createStatistics = (db: Knex) => ({
  find: async ({ query = {} }: Params): Promise<object[]> => {
    const group = db.raw(groups[String(query['by'])]!)
    const grouped = db('employees')
      .select({ key: group })
      .count({ count: '*' })
      .whereBetween('salary', [Number(query['lowest']), Number(query['highest'])])
      .groupBy(group as never)
    return query['by'] === 'department' ? grouped.avg({ average: 'salary' }) : grouped
  },
})

const exported = [
  ...['id', 'code', 'full_name', 'nickname', 'email', 'phone', 'status', 'salary', 'hired_on'],
  ...['birth_date', 'last_review_at', 'contract_ends_at', 'remote', 'rating', 'department_id'],
  ...['manager_id', 'version', 'created_at', 'updated_at'],
]

const readAll = (db: Knex): AsyncIterable<object> =>
  db('employees')
    .join('departments as d', 'd.id', 'employees.department_id')
    .leftJoin('employees as m', 'm.id', 'employees.manager_id')
    .select(exported.map((name) => `employees.${name}`))
    .select('d.name as department_name', 'm.full_name as manager_name')
    .select({
      skill_count: db.raw(
        '(select count(*) from employee_skills s where s.employee_id = employees.id)',
      ),
    })
    .orderBy(['employees.full_name', 'employees.id'])
    .stream({ highWaterMark: 1_000 })

serve(async ({ connection, environment = {} }) => {
  const db = createKnex({
    client: 'pg',
    connection: { ...connection! } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 10 },
  })
  const app = koa(feathers())
  app.use(errorHandler())
  app.use(parseAuthentication())
  app.use(bodyParser())
  app.use(async (context, next) => {
    if (context.path !== '/employees.csv') return next()
    const names = [...exported, 'department_name', 'manager_name', 'skill_count']
    context.type = 'text/csv; charset=utf-8'
    context.body = Readable.from(writeCsv(names, readAll(db)), { objectMode: false })
  })
  app.configure(rest())
  const tableService = (Service: new (options: never) => object, name: string): never =>
    new Service({
      Model: db,
      name,
      id: 'id',
      multi: ['create'],
      paginate: { default: 20, max: 200 },
    } as never) as never
  // Number of services, to measure a start with as many.
  const parts = Number(environment['BENCH_RESOURCES'] ?? 0)
  for (let index = 0; index < parts; index++) {
    app.use(`part${index}`, tableService(KnexService, `part${index}_rows`))
  }
  if (parts === 0) {
    app.use('employees', tableService(Employees, 'employees'))
    app.use('names', tableService(Names, 'employees'))
    app.use('departments', tableService(KnexService, 'departments'))
    app.use('statistics', createStatistics(db) as never)
  }
  const server = await app.listen(0, '127.0.0.1')
  const { port } = server.address() as { port: number }
  const close = async (): Promise<void> => {
    await app.teardown()
    await db.destroy()
  }
  return { url: `http://127.0.0.1:${port}`, close }
})
