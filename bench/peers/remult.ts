/**
 * Employees with Remult: entities, relations, custom filters for those over relations, and grouped
 * fields that are SQL expressions. The export is a route that reads with the entity's repository.
 */
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { describeEntity, Entity, Fields, Filter, Relations, Remult, SqlDatabase } from 'remult'
import { createPostgresDataProvider } from 'remult/postgres'
import { remultApi } from 'remult/remult-fastify'
import { serve } from '../messages.js'
import { writeCsv } from './csv.js'

@Entity('departments', { allowApiRead: true, dbName: 'plain.departments' })
class Department {
  @Fields.integer() id = 0
  @Fields.string() code = ''
  @Fields.string() name = ''
}

@Entity('employees', { allowApiCrud: true, dbName: 'plain.employees' })
class Employee {
  @Fields.autoIncrement() id = 0
  @Fields.string() code = ''
  @Fields.string({ dbName: 'full_name' }) fullName = ''
  @Fields.string({ allowNull: true }) nickname: string | null = null
  @Fields.string() email = ''
  @Fields.string({ allowNull: true }) phone: string | null = null
  @Fields.string() status = 'ACTIVE'
  @Fields.number() salary = 0
  @Fields.dateOnly({ dbName: 'hired_on' }) hiredOn?: Date
  @Fields.dateOnly({ dbName: 'birth_date', allowNull: true }) birthDate?: Date
  @Fields.date({ dbName: 'last_review_at', allowNull: true }) lastReviewAt?: Date
  @Fields.date({ dbName: 'contract_ends_at', allowNull: true }) contractEndsAt?: Date
  @Fields.boolean() remote = false
  @Fields.integer({ allowNull: true }) rating: number | null = null
  @Fields.integer({ dbName: 'department_id' }) departmentId = 0
  @Relations.toOne<Employee, Department>(() => Department, {
    field: 'departmentId',
    defaultIncluded: true,
  })
  department?: Department
  @Fields.integer({ dbName: 'manager_id', allowNull: true }) managerId: number | null = null
  @Fields.integer({ dbName: 'version' }) version = 1
  @Fields.createdAt({ dbName: 'created_at' }) createdAt?: Date
  @Fields.updatedAt({ dbName: 'updated_at' }) updatedAt?: Date

  static ofDepartment = Filter.createCustom<Employee, { text: string }>(({ text }) =>
    SqlDatabase.rawFilter(
      ({ param }) => `department_id in (
        select id from plain.departments where lower(name) like lower(${param(`%${text}%`)}))`,
    ),
  )

  static withSkill = Filter.createCustom<Employee, { text: string }>(({ text }) =>
    SqlDatabase.rawFilter(
      ({ param }) => `exists (
        select from plain.employee_skills es join plain.skills s on s.id = es.skill_id
        where es.employee_id = plain.employees.id and lower(s.name) like lower(${param(`%${text}%`)}))`,
    ),
  )
}

/** Entity of options, with few fields and without relations. */
@Entity('names', { allowApiRead: true, dbName: 'plain.employees' })
class Name {
  @Fields.integer() id = 0
  @Fields.string({ dbName: 'full_name' }) fullName = ''
  @Fields.number() salary = 0

  static manages = Filter.createCustom<Name, { department: number }>(({ department }) =>
    SqlDatabase.rawFilter(
      ({ param }) => `exists (select from plain.employees e
        where e.manager_id = plain.employees.id and e.department_id = ${param(department)})`,
    ),
  )
}

/** Entity of statistics. */
@Entity('figures', { allowApiRead: true, dbName: 'plain.employees' })
class Figure {
  @Fields.integer() id = 0
  @Fields.integer({ dbName: 'department_id' }) departmentId = 0
  @Fields.number() salary = 0
  @Fields.string({ sqlExpression: () => "to_char(hired_on, 'YYYY-MM')" }) month = ''
  @Fields.number({ sqlExpression: () => 'floor(salary / 500) * 500' }) band = 0
}

/** Number of entities, to measure a start with as many. */
const createParts = (count: number): (new () => object)[] =>
  Array.from({ length: count }, (_, index) => {
    class Part {}
    const fields = {
      id: Fields.autoIncrement(),
      code: Fields.string(),
      name: Fields.string(),
      note: Fields.string(),
      state: Fields.string(),
      price: Fields.number(),
      weight: Fields.integer(),
      active: Fields.boolean(),
      builtOn: Fields.dateOnly({ dbName: 'built_on' }),
      checkedAt: Fields.date({ dbName: 'checked_at' }),
      parentId: Fields.integer({ dbName: 'parent_id' }),
      createdAt: Fields.createdAt({ dbName: 'created_at' }),
      updatedAt: Fields.updatedAt({ dbName: 'updated_at' }),
      version: Fields.integer(),
    }
    const options = { allowApiCrud: true, dbName: `part${index}_rows` }
    describeEntity(Part, `part${index}`, fields as never, options)
    return Part
  })

serve(async ({ connection, environment = {} }) => {
  const parts = Number(environment['BENCH_RESOURCES'] ?? 0)
  const dataProvider = await createPostgresDataProvider({
    configuration: { ...connection, max: 10 },
  })
  const app = fastify()
  const entities = parts > 0 ? createParts(parts) : [Employee, Department, Name, Figure]
  await app.register(
    remultApi({ entities, dataProvider: async () => dataProvider, ensureSchema: false }),
  )
  app.get('/employees.csv', (_request, reply) => {
    const employees = new Remult(dataProvider).repo(Employee)
    // A page that is ordered by name would read all pages before it.
    const rows = employees.query({ orderBy: { id: 'asc' }, pageSize: 1_000 })
    const names = [...employees.fields].map(({ key }) => key).filter((key) => key !== 'department')
    const withNames = async function* () {
      for await (const row of rows) yield { ...row, departmentName: row.department?.name }
    }
    return reply
      .type('text/csv; charset=utf-8')
      .send(
        Readable.from(writeCsv([...names, 'departmentName'], withNames()), { objectMode: false }),
      )
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
})
