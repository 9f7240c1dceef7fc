/** Queries of one snapshot return to each caller exactly what single requests return. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Json, paths } from '../../http/use-people.js'
import { effort, seed } from '../../support/effort.js'
import { peopleCallers, usePeopleCallers } from '../../support/use-service.js'

const people = usePeopleCallers({}, () => new Date('2026-03-20T15:45:00Z'))

const filters = [{}, { departmentId: 2 }, { departmentId: 3 }, { salaryBetween: [2_000, 4_000] }]
const requests = filters.flatMap((filter) => [
  { path: `${paths.employees}/filter`, query: { size: 3, sort: 'id,desc' }, body: filter },
  { path: `${paths.employees}/options/filter`, query: { size: 3 }, body: filter },
  { path: `${paths.employees}/locate`, query: { id: 5 }, body: filter },
  { path: `${paths.employees}/stats/group-by`, body: { filter, field: 'status', totals: true } },
  {
    path: `${paths.employees}/stats/distribution`,
    body: { filter, field: 'salary', mode: 'HISTOGRAM', bucketSize: 1_000 },
  },
  { path: `${paths.payslips}/filter`, query: { size: 2 }, body: {} },
  { path: `${paths.absences}/filter`, query: { size: 2 }, body: {} },
])

const callers = Object.keys(peopleCallers)

/** The trace id and the path of an error name its request. */
const stable = (body: Json): Json =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === 'traceId' ? undefined : value)))

describe('queries and access', () => {
  test('each result is the response that the caller gets to the single request', async () => {
    const dashboards = fc.record({
      caller: fc.constantFrom(...callers),
      chosen: fc.array(fc.constantFrom(...requests), { minLength: 1, maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(dashboards, async ({ caller, chosen }) => {
        const queries = chosen.map((request, index) => ({ name: `q${index}`, ...request }))
        const answer = await people.send(caller, 'POST', '/queries', { queries })
        expect(answer.statusCode, answer.body).toBe(200)
        for (const { name, path, query = {}, body } of queries) {
          const parameters = new URLSearchParams(
            Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
          )
          const single = await people.send(caller, 'POST', `${path}?${parameters}`, body)
          expect(answer.json().results[name].status).toBe(single.statusCode)
          expect(stable(answer.json().results[name].body)).toEqual(stable(single.json()))
        }
      }),
      { numRuns: effort(15, 200), seed },
    )
  })
})
