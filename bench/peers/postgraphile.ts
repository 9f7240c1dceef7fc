/**
 * Employees with PostGraphile: the schema follows the tables; a function of the database is the
 * filter over relations.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { serve } from '../messages.js'

const searchFunction = `
  drop function if exists plain.search_employees;
  create function plain.search_employees(
    person text, department text, skill text, lowest numeric, highest numeric
  ) returns setof plain.employees language sql stable as $$
    select e.* from plain.employees e join plain.departments d on d.id = e.department_id
    where (person is null or lower(e.full_name) like lower('%' || person || '%'))
      and (department is null or lower(d.name) like lower('%' || department || '%'))
      and (skill is null or exists (
        select from plain.employee_skills es join plain.skills s on s.id = es.skill_id
        where es.employee_id = e.id and lower(s.name) like lower('%' || skill || '%')))
      and (lowest is null or e.salary >= lowest) and (highest is null or e.salary <= highest)
  $$;
  comment on function plain.search_employees is E'@behavior +resource:connection +orderBy +order +query:resource:connection'`

serve(async ({ connection }) => {
  const pool = new pg.Pool({ ...connection!, max: 10 })
  await pool.query(searchFunction)
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ pool, schemas: ['plain'] })],
    grafserv: { graphiql: false, watch: false },
    grafast: { explain: false },
  })
  const server = createServer()
  await instance.createServ(grafserv).addTo(server)
  await instance.getSchema()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await instance.release()
    await pool.end()
  }
  return { url: `http://127.0.0.1:${port}`, close }
})
