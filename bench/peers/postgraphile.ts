/**
 * Employees with PostGraphile: the schema follows the tables; functions of the database are the
 * filters over relations, and the plugin of aggregates has statistics.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PgAggregatesPreset } from '@graphile/pg-aggregates'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { serve } from '../messages.js'

const isConnection = `is E'@behavior +resource:connection +orderBy +order +query:resource:connection +resource:groupedAggregates'`

const functions = `
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
  comment on function plain.search_employees ${isConnection};

  drop function if exists plain.search_managers;
  create function plain.search_managers(department bigint, person text)
  returns setof plain.employees language sql stable as $$
    select m.* from plain.employees m
    where lower(m.full_name) like lower('%' || person || '%') and exists (
      select from plain.employees e where e.manager_id = m.id and e.department_id = department)
  $$;
  comment on function plain.search_managers ${isConnection}`

/** Counts, months and ranges of amounts, in the way that the plugin describes. */
const groupsPlugin: GraphileConfig.Plugin = {
  name: 'BenchGroupsPlugin',
  after: ['PgAggregatesSpecsPlugin'],
  schema: {
    hooks: {
      build: {
        after: ['PgAggregatesSpecsPlugin'],
        callback: (build) => {
          const sql = build.sql!
          const { TYPES } = build.dataplanPg!
          build.pgAggregateSpecs!.push({
            id: 'count' as never,
            humanLabel: 'count',
            HumanLabel: 'Count',
            isSuitableType: () => true,
            sqlAggregateWrap: (value) => sql`count(${value})`,
            pgTypeCodecModifier: () => TYPES.bigint,
          })
          build.pgAggregateGroupBySpecs!.push(
            {
              id: 'truncated-to-month',
              isSuitableType: (codec) => codec === TYPES.date,
              sqlWrap: (value) => sql`date_trunc('month', ${value}::timestamp)::date`,
              sqlWrapCodec: () => TYPES.date,
            },
            {
              id: 'in-five-hundreds',
              isSuitableType: (codec) =>
                codec === TYPES.numeric || codec.domainOfCodec === TYPES.numeric,
              sqlWrap: (value) => sql`(floor(${value} / 500) * 500)`,
              sqlWrapCodec: () => TYPES.numeric,
            },
          )
          return build
        },
      },
    },
  },
}

serve(async ({ connection, environment = {} }) => {
  const pool = new pg.Pool({ ...connection!, max: 10 })
  // To measure a start with as many tables, which have a schema of their own.
  const parts = Number(environment['BENCH_RESOURCES'] ?? 0)
  if (parts === 0) await pool.query(functions)
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset, PgAggregatesPreset],
    plugins: [groupsPlugin],
    pgServices: [makePgService({ pool, schemas: [parts === 0 ? 'plain' : 'parts'] })],
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
