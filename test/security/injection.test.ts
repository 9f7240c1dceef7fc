/**
 * Hostile texts in every place of a request: none becomes SQL, none becomes a header or a line of
 * the log, and no response or log shows SQL, a stack or a value.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effort } from '../support/effort.js'
import { type Answer, type AttackService, startAttackService } from './attack-service.js'
import { positions } from './positions.js'

/** In every text, so that it is found where it must not be. */
const mark = 'xQ7zK'

const texts: Readonly<Record<string, string>> = {
  'the end of a literal': `${mark}' or '1'='1`,
  'a second statement': `${mark}'; drop table canary; --`,
  'the end of a parenthesis': `${mark}') or true; update canary set note = 'hit'; --`,
  'the end of a name': `${mark}" from employees; drop table canary; --`,
  'a union': `${mark}' union select password from pg_shadow --`,
  'a sleep': `${mark}'||pg_sleep(20)||'`,
  'a dollar quote': `${mark}$$; drop table canary; $$`,
  'a backslash': `${mark}\\'; drop table canary; --`,
  'a parameter': `${mark} $1 $2 :name @x`,
  'a comment': `${mark}/**/or/**/1=1`,
  'a format': `${mark}%s%I%L%1$s{0}\${7*7}{{7*7}}`,
  'a cast': `${mark}::regclass`,
  'wide quotes': `${mark}\u02bc\uff07 or 1=1 --`,
  'a header': `${mark}\r\nX-Injected: yes\r\n\r\n{"a":1}`,
  'a line of the log': `${mark}\n{"level":60,"msg":"forged"}`,
  'a terminal': `${mark}\u001b[2J\u0007`,
  HTML: `${mark}"><img src=x onerror=alert(1)>`,
  'a path': `${mark}/../../../../etc/passwd`,
  'another path': `../../../../etc/passwd%00${mark}`,
  'half a character': `${mark}\ud800`,
}

let service: AttackService
beforeAll(async () => {
  service = await startAttackService()
  await service.database.client.query(
    "create table canary (note text); insert into canary values ('alive')",
  )
})
afterAll(() => service.close())

const leaks: readonly (readonly [string, RegExp])[] = [
  [
    'SQL',
    /\b(select|insert into|update|delete from)\b[^"]{0,200}\b(from|values|set|where)\b.*"t0"/i,
  ],
  ['a stack', /\bat [\w.<>[\] ]+ \(?(file:|node:|\/)[^)]*:\d+/],
  ['a state of the database', /SQLSTATE|syntax error|unterminated|pg_catalog|node_modules/i],
]

const expectHarmless = (what: string, answer: Answer): void => {
  expect({ what, status: answer.statusCode, body: answer.body.slice(0, 500) }).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 500),
  })
  expect(answer.headers['x-injected'], what).toBeUndefined()
  for (const [name, pattern] of leaks)
    expect(answer.body, `${what} shows ${name}`).not.toMatch(pattern)
  const header = JSON.stringify(answer.headers)
  // The trace id is the client's own, of characters that are harmless everywhere.
  expect(header.replaceAll(/[\w-]*xQ7zK[\w-]*/g, ''), what).not.toContain(mark)
}

describe.each(Object.entries(texts))('%s', (name, text) => {
  const every = effort(4, 1)
  const turn = Object.keys(texts).indexOf(name)

  test(`is a value in every place of a request (1 of ${every})`, async () => {
    const chosen = positions.filter((_, index) => index % every === turn % every)
    for (const [place, request] of chosen) {
      service.takeLog()
      service.takeStatements()
      const what = `${name} in ${place}`
      expectHarmless(what, await service.send(request(text)))
      for (const statement of service.takeStatements()) {
        expect(statement.includes(mark), `${what} reached SQL: ${statement}`).toBe(false)
      }
      const log = service.takeLog()
      const lines = log.trim() === '' ? [] : log.trim().split('\n')
      for (const line of lines) expect(() => JSON.parse(line), `${what}: ${line}`).not.toThrow()
      if (!isTrace(place)) expect(log.includes(mark), `${what} is in the log: ${log}`).toBe(false)
      expect(log).not.toContain('"forged"')
    }
    console.log(`${name}: ${chosen.length} requests`)
  })
})

/** Clients choose these ids to find their requests in the log. */
const isTrace = (place: string): boolean => /x-request-id|x-correlation-id|traceparent/.test(place)

test('nothing of the database was changed but by values', async () => {
  const { client } = service.database
  expect((await client.query('select note from canary')).rows).toEqual([{ note: 'alive' }])
  const { rows } = await client.query('select count(*)::int as n from employees where id <= 100')
  expect(rows[0].n).toBe(100)
})

test('a stored text is read back as it was, wherever it is read', async () => {
  const stored: string[] = []
  for (const [index, text] of Object.values(texts).entries()) {
    const payload = { code: `ST${index}`, name: text, category: text.slice(0, 60) }
    const answer = await service.send({ method: 'POST', url: skills, payload })
    if (answer.statusCode !== 201) continue
    expect(answer.json().data.name).toBe(text)
    stored.push(text)
  }
  expect(stored.length).toBeGreaterThan(15)
  for (const text of stored) {
    const body = { name: text }
    const page = await service.send({
      method: 'POST',
      url: `${skills}/filter?sort=name`,
      payload: body,
    })
    expect(page.json().data.content.map(({ name }: { name: string }) => name)).toContain(text)
    const search = encodeURIComponent(text)
    const options = await service.send({
      method: 'POST',
      url: `${skills}/options/filter?search=${search}`,
      payload: {},
    })
    expect(options.json().content.map(({ label }: { label: string }) => label)).toContain(text)
  }
  const names = new Set<string>()
  for (let after = ''; ; ) {
    const url = `${skills}/filter/cursor?size=3&sort=category&sort=name,desc${after}`
    const { data } = (await service.send({ method: 'POST', url, payload: {} })).json()
    for (const { name } of data.content) names.add(name)
    if (!data.next) break
    after = `&after=${encodeURIComponent(data.next)}`
  }
  expect(stored.filter((text) => !names.has(text))).toEqual([])
  const exported = await service.send({
    method: 'POST',
    url: `${skills}/export`,
    payload: { format: 'json' },
  })
  const all = exported.json().map(({ name }: { name: string }) => name)
  expect(stored.filter((text) => !all.includes(text))).toEqual([])
  console.log(`${stored.length} stored texts read by page, filter, options, cursor and export`)
})

const skills = '/api/human-resources/skills'
