import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PeopleService, startPeople } from '../support/people.js'

let service: PeopleService
beforeAll(async () => {
  service = await startPeople()
})
afterAll(() => service.close())

test('a filter finds rows', async () => {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/human-resources/employees/filter',
    payload: { departmentName: 'engineer' },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data.totalElements).toBeGreaterThan(0)
})
