import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createTestService,
  startTestServer,
  type TestServer,
  type TestService,
} from 'corollary/testing'
import application from '../src/app.ts'

let server: TestServer
let service: TestService

before(async () => {
  server = await startTestServer()
  service = await createTestService({ ...application, connection: server.connection })
})

after(async () => {
  await service.close()
  await server.close()
})

test('a created task is found by its title', async () => {
  const created = await service.app.inject({
    method: 'POST',
    url: '/api/planning/tasks',
    payload: { title: 'Read the documentation' },
  })
  assert.equal(created.statusCode, 201)

  const found = await service.app.inject({
    method: 'POST',
    url: '/api/planning/tasks/filter',
    payload: { title: 'documentation' },
  })
  const { content, totalElements } = found.json().data
  assert.equal(totalElements, 1)
  assert.equal(content[0].state, 'OPEN')
})
