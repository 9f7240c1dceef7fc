/** Employees with Feathers and its Knex service: joins, and hooks for filters over relations. */
import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa'
import createKnex, { type Knex } from 'knex'
import pg from 'pg'
import { serve } from '../messages.js'

/** As in the hand-written servers: ids and amounts are numbers, days texts. */
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)

/** Filters over relations are parameters of the query beside columns. */
class Employees extends KnexService {
  override createQuery(params: { query?: Record<string, unknown> }): Knex.QueryBuilder {
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

serve(async ({ connection }) => {
  const db = createKnex({
    client: 'pg',
    connection: { ...connection! } as Knex.PgConnectionConfig,
    pool: { min: 0, max: 10 },
  })
  const app = koa(feathers())
  app.use(errorHandler())
  app.use(parseAuthentication())
  app.use(bodyParser())
  app.configure(rest())
  app.use(
    'employees',
    new Employees({
      Model: db,
      name: 'employees',
      id: 'id',
      paginate: { default: 20, max: 200 },
    } as never) as never,
  )
  const server = await app.listen(0, '127.0.0.1')
  const { port } = server.address() as { port: number }
  const close = async (): Promise<void> => {
    await app.teardown()
    await db.destroy()
  }
  return { url: `http://127.0.0.1:${port}`, close }
})
