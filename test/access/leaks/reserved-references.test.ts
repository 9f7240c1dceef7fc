/** A reference to an invisible record is refused, whatever its id says. */
import { belongsTo, defineEntity, defineSchema, EQUAL, integer, text } from 'corollary'
import { createTestService } from 'corollary/testing'
import { expect, test } from 'vitest'
import { platformDatabase } from '../../support/database.js'

const teams = defineEntity(
  'teams',
  { code: text({ primaryKey: true }) },
  { rowAccess: { filter: { code: EQUAL() }, visibleTo: () => ({ code: 'open' }) } },
)
const members = defineEntity('members', {
  id: integer({ primaryKey: true, generated: true }),
  team: belongsTo('teams', { column: 'team_code', nullable: true }),
})
const schema = defineSchema({ teams, members })
const membersApi = schema.resource('members', {
  key: 'tests.members',
  response: { id: '.', teamCode: 'team.code' },
  create: { teamCode: 'team.code' },
  update: { teamCode: 'team.code' },
  filter: {},
  defaultSort: ['id'],
})

test('ids such as undefined and null are not mistaken for a reference that stays', async () => {
  const database = await platformDatabase()
  await database.client.query(`
    create table teams (code text primary key);
    create table members (id integer generated always as identity primary key,
      team_code text references teams);
    insert into teams values ('open'), ('undefined'), ('null');
    insert into members (team_code) values (null)`)
  const { connection } = database
  const service = await createTestService({ resources: [membersApi], connection })
  const send = async (method: 'POST' | 'PUT', path: string, teamCode: string) => {
    const url = `/api/tests/members${path}`
    const { statusCode } = await service.app.inject({ method, url, payload: { teamCode } })
    return statusCode
  }
  try {
    expect(await send('POST', '', 'open')).toBe(201)
    expect(await send('POST', '', 'undefined')).toBe(409)
    expect(await send('PUT', '/1', 'null')).toBe(409)
    expect(await send('PUT', '/1', 'open')).toBe(200)
  } finally {
    await service.close()
    await database.close()
  }
})
