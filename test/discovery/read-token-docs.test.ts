/** Which operations of a description have `X-Read-Token`, by the settings of replicas. */
import { defineEntity, defineSchema, file, integer, text } from 'corollary'
import { expect, test } from 'vitest'
import { describeContract } from '../../src/server/commands/describe-contract.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import type { Json } from '../http/use-people.js'

const notes = defineEntity('notes', {
  id: integer({ primaryKey: true, generated: true }),
  title: text({ maxLength: 20 }),
  photo: file({ maxBytes: 1_000, types: ['image/png'] }),
})
const resources = [
  defineSchema({ notes }).resource('notes', {
    key: 'office.notes',
    response: { id: '.', title: '.', photo: '.' },
    update: { title: '.' },
    filter: {},
    defaultSort: ['id'],
  }),
]

const replica = { PLATFORM_DATABASE_READ_URLS: 'postgresql://user@127.0.0.1/replica' }
const settingsOf = (consistency: string | undefined) =>
  readSettings({
    environment: consistency ? { ...replica, PLATFORM_DATABASE_READ_CONSISTENCY: consistency } : {},
  }).settings

const operations = {
  filter: ['/api/office/notes/filter', 'post'],
  queries: ['/queries', 'post'],
  update: ['/api/office/notes/{id}', 'put'],
  upload: ['/api/office/notes/{id}/files/{field}', 'put'],
  download: ['/api/office/notes/{id}/files/{field}', 'get'],
} as const
type Name = keyof typeof operations

test.each<[consistency: string | undefined, taking: readonly Name[], sending: readonly Name[]]>([
  [undefined, [], []],
  ['current', ['filter', 'queries'], ['update', 'upload']],
  ['token', ['filter', 'queries'], ['filter', 'queries', 'update', 'upload']],
])('with the consistency %s, %j take a token and %j send one', (consistency, taking, sending) => {
  const settings = settingsOf(consistency)
  const { paths }: Json = describeContract({ resources, title: 'Notes' }, settings)
  const found = Object.entries(operations).map(([name, [path, method]]) => {
    const { parameters, responses }: Json = paths[path][method]
    const isTaken = parameters.some((parameter: Json) => parameter.name === 'X-Read-Token')
    return [name, isTaken, 'X-Read-Token' in responses[200].headers]
  })
  expect(found).toEqual(
    Object.keys(operations).map((name) => [
      name,
      taking.includes(name as Name),
      sending.includes(name as Name),
    ]),
  )
})
