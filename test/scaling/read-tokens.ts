/** Tests of read tokens, on the servers and nodes of the tests of replicas. */
import { expect, test } from 'vitest'
import { createClient } from '../../src/client.js'
import { openStream } from '../changes/event-source.js'
import { type Json, newEmployee, paths } from '../http/use-people.js'
import { statementsOf } from '../support/statements.js'
import { type Receiver, until } from '../webhooks/receiver.js'
import type { Node } from './use-nodes.js'
import { allReady, type Replicas, readsOf } from './use-replicas.js'

const { absences, employees, skills } = paths
const header = 'X-Read-Token'

interface Setup {
  readonly servers: Replicas
  /** Their reads are current. */
  readonly nodes: readonly Node[]
  readonly tokenNodes: readonly Node[]
  /** Gets deletes of employees from the first node with tokens. */
  readonly receiver: Receiver
}

/** That of a response which must have one. */
export const tokenOf = ({ status, headers }: Response): string => {
  const token = headers.get(header)
  expect([status, token]).toEqual([status, expect.stringMatching(/^[0-9a-f]{24}$/)])
  return token!
}
export const withToken = (token: string) => ({ [header]: token })

/** One that no server has reached. */
export const laterThan = (token: string): string => `${token.slice(0, 8)}f${token.slice(9)}`
const ofLaterHistory = (token: string): string => `0fffffff${token.slice(8)}`

const newSkill = (code: string, name = code) => ({ code, name, category: 'x' })

export const testReadTokens = (setup: () => Setup): void => {
  test('every write has a token, and so have reads that see what a token says', async () => {
    const { nodes, tokenNodes } = setup()
    for (const [node, isCurrent] of [
      [nodes[0]!, true],
      [tokenNodes[0]!, false],
    ] as const) {
      let token = ''
      const later = (response: Response): void => {
        const next = tokenOf(response)
        expect(next > token).toBe(true)
        token = next
      }
      const key = { 'Idempotency-Key': `tokens-${isCurrent}` }
      const made = await node.send('POST', employees, newEmployee(), key)
      later(made)
      const { data } = (await made.json()) as Json
      const path = `${employees}/${data.id}`
      later(await node.send('PATCH', `${path}/profile`, { nickname: 'T' }))
      const items = [1, 2].map(() => ({ operation: 'CREATE', data: newEmployee() }))
      const batch = await node.send('POST', `${employees}/batch`, { items })
      later(batch)
      const ids = ((await batch.json()) as Json).data.items.map(({ id }: Json) => id)
      const absence = { kind: 'VACATION', startsOn: '2026-07-06', endsOn: '2026-07-07', days: 2 }
      const created = await node.send('POST', absences, { ...absence, employeeId: ids[0] })
      const action = `${absences}/${((await created.json()) as Json).data.id}/actions/approve`
      later(await node.send('POST', action, {}))
      later(await node.send('DELETE', `${employees}/batch`, [ids[1]]))
      later(await node.send('DELETE', path))
      for (const response of await Promise.all([
        node.send('GET', `${employees}/1`),
        node.send('GET', `${employees}/999999999`),
        node.send('GET', `${skills}/all`),
        node.send('POST', `${employees}/filter`, {}),
        node.send('POST', `${employees}/export`, {}),
      ])) {
        if (isCurrent) expect(response.headers.get(header)).toBeNull()
        else expect(tokenOf(response) >= token).toBe(true)
      }
    }
  })

  test('the token of a create takes no further round trip', async () => {
    const { nodes } = setup()
    const sent = await statementsOf(async () => {
      tokenOf(await nodes[0]!.send('POST', skills, newSkill('ROUND-TRIP')))
    })
    const trips: string[][] = []
    for (const { text, startsRoundTrip } of sent) {
      if (startsRoundTrip) trips.push([])
      trips.at(-1)!.push(text)
    }
    const [trip, ...others] = trips.filter((texts) => texts.some((text) => /skills/.test(text)))
    expect(others).toEqual([])
    expect([trip!.at(0), ...trip!.slice(-2)]).toEqual([
      'begin',
      'commit',
      expect.stringContaining('pg_current_wal_flush_lsn'),
    ])
  })

  test('a response that is replayed has a token as late as that of its write', async () => {
    const { nodes } = setup()
    const body = newEmployee()
    const key = { 'Idempotency-Key': 'replayed-with-a-token' }
    const first = tokenOf(await nodes[0]!.send('POST', employees, body, key))
    const replay = await nodes[1]!.send('POST', employees, body, key)
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true')
    expect(tokenOf(replay) >= first).toBe(true)
  })

  test('a token that no response had is refused, with its header as target', async () => {
    const { nodes, tokenNodes } = setup()
    for (const node of [nodes[0]!, tokenNodes[0]!]) {
      for (const token of [
        '',
        '0/16B3748',
        'F'.repeat(24),
        `${'0'.repeat(24)}, ${'0'.repeat(24)}`,
      ]) {
        const response = await node.send('GET', `${employees}/1`, undefined, withToken(token))
        const { errors } = (await response.json()) as Json
        expect([response.status, errors[0].properties.code, errors[0].target]).toEqual([
          400,
          'INVALID_PARAMETER',
          header,
        ])
      }
    }
  })

  test('the API description has the header of the requests and responses that have it', async () => {
    const { nodes, tokenNodes } = setup()
    const described = async (node: Node) => {
      const document = (await (await node.send('GET', '/v3/api-docs')).json()) as Json
      return [
        document.paths[skills].post,
        document.paths[`${skills}/filter`].post,
        document.paths[`${skills}/changes`].get,
      ].map(({ parameters, responses }) => [
        parameters.some(({ name }: Json) => name === header),
        Object.values<Json>(responses).some(({ headers = {} }) => header in headers),
      ])
    }
    const [write, stream] = [
      [false, true],
      [false, false],
    ]
    expect(await described(nodes[0]!)).toEqual([write, [true, false], stream])
    expect(await described(tokenNodes[0]!)).toEqual([write, [true, true], stream])
  })

  test('a read with the token of a write is not older, whichever replica runs it', async () => {
    const { tokenNodes } = setup()
    const skill = await tokenNodes[0]!.data('POST', skills, newSkill('TOKEN-RACE', '0'))
    let acknowledged = { value: 0, token: '' }
    let isOver = false
    const write = async (): Promise<void> => {
      for (let value = 1; value <= 30; value++) {
        const body = newSkill('TOKEN-RACE', String(value))
        const node = tokenNodes[value % 2]!
        acknowledged = {
          value,
          token: tokenOf(await node.send('PUT', `${skills}/${skill.id}`, body)),
        }
      }
      isOver = true
    }
    const read = async (index: number): Promise<void> => {
      let seen = { value: 0, token: '' }
      for (let round = index; !isOver; round++) {
        // Its own reads, and each third time what the writer has seen.
        const latest = round % 3 === 0 && acknowledged.token > seen.token ? acknowledged : seen
        const headers: Record<string, string> = latest.token === '' ? {} : withToken(latest.token)
        const node = tokenNodes[round % 2]!
        const response =
          round % 4 < 2
            ? await node.send('GET', `${skills}/${skill.id}`, undefined, headers)
            : await node.send('POST', `${skills}/filter?size=1`, { code: 'TOKEN-RACE' }, headers)
        const { data } = (await response.json()) as Json
        const value = Number((data?.content?.[0] ?? data)?.name ?? -1)
        if (latest.token !== '') expect(value).toBeGreaterThanOrEqual(latest.value)
        seen = { value, token: tokenOf(response) }
      }
    }
    await Promise.all([write(), ...[0, 1, 2, 3].map(read)])
  })

  test('replicas whose replay is paused run reads without the new token only', async () => {
    const { servers, nodes, tokenNodes } = setup()
    const [node] = tokenNodes as [Node]
    const body = newSkill('PAUSED', 'before')
    const { id } = await node.data('POST', skills, body)
    const path = `${skills}/${id}`
    const filter = (headers = {}) =>
      node.send('POST', `${skills}/filter?size=1`, { code: 'PAUSED' }, headers)
    const nameIn = async (response: Response): Promise<string> => {
      const { data } = (await response.json()) as Json
      return (data.content?.[0] ?? data).name
    }
    const get = async (headers = {}) => node.send('GET', path, undefined, headers)
    const { id: gone } = await node.data('POST', skills, newSkill('PAUSED-GONE'))
    const old = withToken(tokenOf(await nodes[0]!.send('PUT', path, body)))
    // Both replicas have the record, and its page is cached.
    const isThere = async (): Promise<boolean> => {
      const { primary } = await readsOf(node)
      for (const _ of servers.replicas) expect(await nameIn(await filter(old))).toBe('before')
      return (await readsOf(node)).primary === primary
    }
    await until(isThere)
    const all = (headers = {}) => node.send('GET', `${skills}/all`, undefined, headers)
    const isKnown = { 'if-none-match': (await all(old)).headers.get('etag')! }
    const resume = await servers.pauseReplay(...servers.replicas)
    try {
      const start = tokenOf(await get())
      expect((await all(isKnown)).status).toBe(304)
      const changed = await nodes[0]!.send('PUT', path, newSkill('PAUSED', 'after'))
      const token = tokenOf(changed)
      expect(token > start).toBe(true)
      for (const read of [filter, get]) {
        await until(async () => (await nameIn(await read())) === 'before')
      }
      // Results, totals and tags of the earlier version are not those of the token.
      expect(await nameIn(await filter(withToken(token)))).toBe('after')
      const changedAll = await all({ ...isKnown, ...withToken(token) })
      expect([changedAll.status, await changedAll.text()]).toEqual([
        200,
        expect.stringContaining('"after"'),
      ])
      const total = async (headers = {}) => {
        const page = await node.send('POST', `${skills}/filter?size=1`, {}, headers)
        return ((await page.json()) as Json).data.totalElements
      }
      const count = await total(withToken(token))
      const removed = tokenOf(await nodes[1]!.send('DELETE', `${skills}/${gone}`))
      expect(await total(withToken(removed))).toBe(count - 1)
      // A client that knows a position which the primary does not have.
      for (const foreign of [laterThan(token), ofLaterHistory(token)]) {
        const response = await get(withToken(foreign))
        expect([response.status, await nameIn(response)]).toEqual([200, 'after'])
      }
      await allReady([node], 2)
    } finally {
      await resume()
    }
  })

  test('the replica that has replayed a token runs its read', async () => {
    const { servers, nodes, tokenNodes } = setup()
    const [node] = tokenNodes as [Node]
    const resume = await servers.pauseReplay(servers.replicas[0]!)
    try {
      const token = tokenOf(await nodes[0]!.send('POST', skills, newSkill('ONE-REPLICA')))
      await until(async () => {
        const { primary, replica } = await readsOf(node)
        for (let round = 0; round < 4; round++) {
          const page = { code: 'ONE-REPLICA' }
          const found = await node.send('POST', `${skills}/filter`, page, withToken(token))
          expect(((await found.json()) as Json).data.content).toHaveLength(1)
        }
        const after = await readsOf(node)
        return after.primary === primary && after.replica > replica
      })
    } finally {
      await resume()
    }
  })

  test('streams and webhooks have the token of a read that sees the change', async () => {
    const { servers, nodes, tokenNodes, receiver } = setup()
    const [node] = tokenNodes as [Node]
    const { id } = await nodes[0]!.data('POST', employees, newEmployee())
    const statusOf = async (headers = {}) =>
      (await node.send('GET', `${employees}/${id}`, undefined, headers)).status
    // At one replica, and at the other.
    await until(async () => (await statusOf()) === 200 && (await statusOf()) === 200)
    const stream = await openStream(`${node.url}${employees}/changes`)
    expect((await stream.next()).data.readToken).toMatch(/^[0-9a-f]{24}$/)
    const resume = await servers.pauseReplay(...servers.replicas)
    try {
      await nodes[0]!.send('DELETE', `${employees}/${id}`)
      const { data } = await stream.next()
      expect([data.id, await statusOf(withToken(data.readToken))]).toEqual([id, 404])
      const delivered = () => receiver.received.find((message) => message.body.data.id === id)
      await until(() => delivered() !== undefined)
      expect(await statusOf(withToken(String(delivered()!.headers['x-read-token'])))).toBe(404)
      await until(async () => (await statusOf()) === 200)
    } finally {
      await resume()
      stream.cut()
    }
  })

  test('the client sends the latest token, to every node', async () => {
    const { servers, tokenNodes } = setup()
    const readToken: { value?: string } = {}
    const [writer, reader] = tokenNodes.map(({ url }) =>
      createClient({ baseUrl: url, readToken }).resource('human-resources.skills' as never),
    ) as unknown as [Json, Json]
    const resume = await servers.pauseReplay(...servers.replicas)
    try {
      const { data } = await writer.create(newSkill('CLIENT'))
      const { value } = readToken
      expect((await reader.get(data.id)).data).toEqual(data)
      expect(readToken.value! >= value!).toBe(true)
      readToken.value = 'f'.repeat(24)
      await reader.get(data.id)
      expect(readToken.value).toBe('f'.repeat(24))
      const alone = createClient({ baseUrl: tokenNodes[0]!.url, readToken: false })
      const other: Json = alone.resource('human-resources.skills' as never)
      await other.update(data.id, newSkill('CLIENT', 'new'))
      await until(async () => (await other.get(data.id)).error?.status === 404)
    } finally {
      await resume()
    }
  })
}
