/** Employees with Remult: entities, relations, and custom filters for those over relations. */
import fastify from 'fastify'
import { Entity, Fields, Filter, Relations, SqlDatabase } from 'remult'
import { createPostgresDataProvider } from 'remult/postgres'
import { remultApi } from 'remult/remult-fastify'
import { serve } from '../messages.js'

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

serve(async ({ connection }) => {
  const dataProvider = createPostgresDataProvider({ configuration: { ...connection, max: 10 } })
  const app = fastify()
  await app.register(
    remultApi({ entities: [Employee, Department], dataProvider, ensureSchema: false }),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close() }
})
