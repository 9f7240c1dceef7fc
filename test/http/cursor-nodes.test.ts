/** Cursors work on every node that has the secret, and after a restart. */
import { createServer, StartError } from 'corollary'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrations.js'
import { sharedSecret } from '../../src/database/shared-value.js'
import { createCursorCodec } from '../../src/operations/read/cursor-token.js'
import notes from '../server/apps/notes.js'
import { databaseUrl } from '../server/nodes.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { askIn, cursorSecret, idsOf, invalidCursor, useCursors } from './use-cursors.js'
import { expectFailure, type Json, paths, usePeople } from './use-people.js'

const people = usePeople({ 'platform.cursor.secret': cursorSecret })
const { ask, cursorPage, serveBeside } = useCursors(people)
const { skills } = paths

describe('cursors on several nodes', () => {
  const query = 'size=5&sort=id'

  test('a cursor works on every node with the same secret', async () => {
    const other = await serveBeside({ 'platform.cursor.secret': cursorSecret })
    try {
      const { next } = await cursorPage(skills, query)
      const there = (await askIn(other, skills, `${query}&after=${next}`)).json().data
      expect(there.content.map(({ id }: Json) => id)).toEqual([6, 7, 8, 9, 10])
      const back = await cursorPage(skills, `${query}&before=${there.prev}`)
      expect(idsOf(back.content)).toEqual([1, 2, 3, 4, 5])
    } finally {
      await other.close()
    }
  })

  test.each([
    ['another secret', { 'platform.cursor.secret': cursorSecret.replace('a', 'b') }],
    ['its own secret', {}],
  ])('a cursor is invalid on a node with %s', async (_name, settings) => {
    const other = await serveBeside(settings)
    try {
      const { next } = await cursorPage(skills, query)
      expectFailure(await askIn(other, skills, `${query}&after=${next}`), invalidCursor)
      const { data } = (await askIn(other, skills, query)).json()
      expectFailure(await ask(skills, `${query}&after=${data.next}`), invalidCursor)
    } finally {
      await other.close()
    }
  })

  test('a secret of fewer than 32 characters is refused at start', async () => {
    await expect(serveBeside({ 'platform.cursor.secret': 'x'.repeat(31) })).rejects.toThrow(
      /PLATFORM_CURSOR_SECRET: takes at least 32 characters/,
    )
  })
})

describe('the generated secret', () => {
  let database: FreshDatabase
  const clients: pg.Client[] = []
  beforeEach(async () => {
    database = await freshDatabase()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end()
    await database.close()
  })

  const connect = async (options = ''): Promise<pg.Client> => {
    const client = new pg.Client({ ...database.connection, options })
    clients.push(client)
    await client.connect()
    return client
  }

  const quiet = { PLATFORM_LOG_LEVEL: 'silent', PLATFORM_HTTP_PORT: '0' }
  const schemas = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

  test.each(['read committed', 'repeatable read', 'serializable'])(
    'four nodes that start at the same time under %s share one secret',
    async (isolation) => {
      const options = `-c default_transaction_isolation=${isolation.replaceAll(' ', '\\ ')}`
      const four = await Promise.all([1, 2, 3, 4].map(() => connect(options)))
      // Repeated, because it depends on timing whether the nodes meet.
      for (const schema of schemas) {
        await migrate(database.client, schema)
        const secrets = await Promise.all(
          four.map((client) => sharedSecret(client, schema, 'cursor.secret')),
        )
        expect(new Set(secrets).size).toBe(1)
        expect(Buffer.from(secrets[0]!, 'base64url')).toHaveLength(32)
        expect(await sharedSecret(database.client, schema, 'cursor.secret')).toBe(secrets[0])
        expect(await sharedSecret(database.client, schema, 'another')).not.toBe(secrets[0])
      }
    },
  )

  test('a role that may not read the secret gets an error about permissions', async () => {
    const role = `runtime_${database.connection.database}`
    await migrate(database.client, 'corollary')
    await database.client.query(`create role ${role} login password 'runtime';
      grant usage on schema corollary to ${role}; grant select on corollary.migration to ${role}`)
    try {
      const starting = createServer(
        { title: notes.title, resources: notes.resources },
        {
          environment: {
            ...quiet,
            DATABASE_URL: databaseUrl({ ...database.connection, user: role, password: 'runtime' }),
          },
        },
      )
      const failure = await starting.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StartError)
      expect((failure as Error).message).toContain('grant')
    } finally {
      await database.client.query(`drop owned by ${role}; drop role ${role}`)
    }
  })

  const serve = async (environment: Readonly<Record<string, string>> = {}) => {
    const server = await createServer(notes, {
      environment: { ...quiet, DATABASE_URL: databaseUrl(database.connection), ...environment },
    })
    const post = async (path: string, body: unknown = {}): Promise<Json> => {
      const answer = await fetch(`${server.url}/api/desk/notes${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.json()
    }
    return { post, close: () => server.close() }
  }

  test('the secret survives a restart and is shared by the nodes of a database', async () => {
    const before = await serve()
    for (const body of ['one', 'three', 'two']) await before.post('', { body })
    const { data: first } = await before.post('/filter/cursor?size=2')
    await before.close()

    const nodes = await Promise.all([serve(), serve()])
    try {
      for (const { post } of nodes) {
        const { data } = await post(`/filter/cursor?size=2&after=${first.next}`)
        expect(data.content.map(({ body }: Json) => body)).toEqual(['two'])
      }
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
    }
    const { rows } = await database.client.query('select name, value from corollary.shared_value')
    expect(rows).toEqual([{ name: 'cursor.secret', value: expect.stringMatching(/^[\w-]{43}$/) }])
  })

  test('no secret is generated or used when one is configured', async () => {
    const node = await serve({ PLATFORM_CURSOR_SECRET: cursorSecret })
    try {
      await node.post('', { body: 'one' })
      await node.post('', { body: 'two' })
      const { data } = await node.post('/filter/cursor?size=1')
      expect(createCursorCodec(cursorSecret).open(data.next)).toMatchObject({
        values: ['one', '1'],
      })
      const { rows } = await database.client.query('select name from corollary.shared_value')
      expect(rows).toEqual([])
    } finally {
      await node.close()
    }
  })
})
