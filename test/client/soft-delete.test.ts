import { expect, test } from 'vitest'
import { recordingClient } from './use-client.js'

const employeesOf = () => {
  const { client, sent } = recordingClient()
  return { employees: client.resource('human-resources.employees'), sent }
}

test('a permanent delete says so in the query, and another delete says nothing', async () => {
  const { employees, sent } = employeesOf()
  await employees.delete(1, { permanent: true, ifMatch: '"1.a"' })
  await employees.deleteBatch([1, 2], { permanent: true })
  await employees.delete(1)
  await employees.delete(1, { permanent: false })
  expect(sent.map(({ query }) => query)).toEqual(['?permanent=true', '?permanent=true', '', ''])
  expect(sent[0]!.headers.get('if-match')).toBe('"1.a"')
})

test('restore sends an empty body to the intent', async () => {
  const { employees, sent } = employeesOf()
  await employees.restore(1, { ifMatch: '"2.a"' })
  expect(sent).toMatchObject([
    { method: 'PATCH', path: '/api/human-resources/employees/1/restore', body: {} },
  ])
  expect(sent[0]!.headers.get('if-match')).toBe('"2.a"')
})
