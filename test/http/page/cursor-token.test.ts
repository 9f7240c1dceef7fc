/** The format of cursors, and cursors that are refused. */
import { describe, expect, test } from 'vitest'
import { createCursorCodec } from '../../../src/foundation/encoding/cursor-token.js'
import { expectFailure, paths, usePeople } from '../use-people.js'
import { cursorSecret, invalidCursor, useCursors, walk } from './use-cursors.js'

const people = usePeople({ 'platform.cursor.secret': cursorSecret })
const { ask, cursorPage, of } = useCursors(people)
const { departments, employees, skills } = paths

describe('cursor tokens', () => {
  const first = () => cursorPage(employees, 'size=3&sort=email&sort=id')

  test('a cursor is URL-safe text', async () => {
    for (const page of await walk(of(employees, 'size=40&sort=managerName'))) {
      for (const cursor of [page.next, page.prev]) {
        if (cursor !== null) expect(cursor).toMatch(/^[A-Za-z0-9_-]{40,1000}$/)
      }
    }
  })

  test('a cursor reveals neither sort values nor ids nor fields', async () => {
    const page = await first()
    const { email } = page.content.at(-1)
    const bytes = Buffer.from(page.next, 'base64url')
    const texts = [page.next, bytes.toString('latin1'), bytes.toString('utf8')]
    for (const hidden of [email, email.split('@')[0], 'email', 'values', 'employees', '{"']) {
      for (const shown of texts) expect(shown).not.toContain(hidden)
    }
    // Cursors of equal positions differ too.
    expect((await first()).next).not.toBe(page.next)
  })

  test('a cursor can be used any number of times', async () => {
    const { next } = await first()
    const pages = await Promise.all(
      [1, 2, 3].map(() => cursorPage(employees, `size=3&sort=email&sort=id&after=${next}`)),
    )
    expect(pages[1].content).toEqual(pages[0].content)
    expect(pages[2].content).toEqual(pages[0].content)
  })

  const same: readonly (readonly [string, string, unknown])[] = [
    [
      'the directions written out',
      'sort=fullName,ASC&sort=id,asc',
      { remote: true, departmentId: 2 },
    ],
    ['another order of members', 'sort=fullName', { departmentId: 2, remote: true }],
    ['blank criteria', '', { remote: true, departmentId: 2, status: null, fullName: '' }],
    ['a switch that is off', '', { remote: true, departmentId: 2, managerIsNull: false }],
  ]
  test.each(same)(
    'a cursor is valid for an equivalent request with %s',
    async (_name, query, body) => {
      const page = await cursorPage(employees, 'size=2', { remote: true, departmentId: 2 })
      const expected = await cursorPage(employees, `size=2&after=${page.next}`, {
        remote: true,
        departmentId: 2,
      })
      const found = await cursorPage(employees, `size=2&${query}&after=${page.next}`, body)
      expect(found.content).toEqual(expected.content)
    },
  )
})

describe('cursors of another request', () => {
  const body = { salaryBetween: [5000, null] }
  const query = 'size=2&sort=fullName'
  const others: readonly (readonly [string, string, string, unknown])[] = [
    ['without the filter', employees, query, {}],
    ['with another value', employees, query, { salaryBetween: [5001, null] }],
    ['with the bound at the other end', employees, query, { salaryBetween: [null, 5000] }],
    ['with another field', employees, query, { salaryBetweenExclusive: [5000, null] }],
    ['with one field more', employees, query, { ...body, remote: true }],
    ['in the other direction', employees, 'size=2&sort=fullName,desc', body],
    ['in another order', employees, 'size=2&sort=email', body],
    ['in an order with more fields', employees, 'size=2&sort=fullName&sort=email', body],
    ['with the id in the other direction', employees, 'size=2&sort=fullName&sort=id,desc', body],
  ]
  test.each(others)(
    'a cursor is refused for a request %s',
    async (_name, resource, otherQuery, otherBody) => {
      const { next } = await cursorPage(employees, query, body)
      const second = await cursorPage(employees, `${query}&after=${next}`, body)
      for (const turn of [`after=${next}`, `before=${second.prev}`]) {
        expectFailure(await ask(resource, `${otherQuery}&${turn}`, otherBody), invalidCursor)
      }
    },
  )

  test('a cursor is refused on another resource with the same fields', async () => {
    const { next } = await cursorPage(skills, 'size=2&sort=id')
    expectFailure(await ask(departments, `size=2&sort=id&after=${next}`), invalidCursor)
    expect((await ask(skills, `size=2&sort=id&after=${next}`)).statusCode).toBe(200)
  })
})

describe('modified cursors', () => {
  const flipped = (token: string, at: number): string => {
    const bytes = Buffer.from(token, 'base64url')
    bytes[at < 0 ? bytes.length + at : at]! ^= 1
    return bytes.toString('base64url')
  }
  const forged = JSON.stringify({ binding: '', nowMs: 0, values: ['1'], inclusive: false })
  const tampered: readonly (readonly [string, (token: string) => string])[] = [
    ['without its last character', (token) => token.slice(0, -1)],
    ['without its end', (token) => token.slice(0, -40)],
    ['without its first character', (token) => token.slice(1)],
    ['cut to a half', (token) => token.slice(0, token.length / 2)],
    ['of one character', (token) => token.slice(0, 1)],
    ['of as many bytes as the overhead', (token) => token.slice(0, 38)],
    ['with a bit flipped at the start', (token) => flipped(token, 0)],
    ['with a bit flipped in its tag', (token) => flipped(token, 12)],
    ['with a bit flipped after its tag', (token) => flipped(token, 28)],
    ['with a bit flipped at the end', (token) => flipped(token, -1)],
    ['with more text at its end', (token) => `${token}AAAA`],
    ['twice in a row', (token) => token + token],
    ['with padding', (token) => `${token}=`],
    ['with a space', (token) => `${token} `],
    ['with a line break', (token) => `${token.slice(0, 76)}\n${token.slice(76)}`],
    ['that is not base64url', () => 'not a cursor!'],
    ['with a letter outside base64url', (token) => `é${token.slice(1)}`],
    ['with a NUL character', (token) => `${token}\0`],
    [
      'in the standard alphabet of base64',
      (token) => Buffer.from(token, 'base64url').toString('base64'),
    ],
    ['that is JSON', () => forged],
    ['that is JSON in base64url', () => Buffer.from(forged).toString('base64url')],
    ['that is the word null', () => 'null'],
    ['that is an id', () => '1'],
    ['of 5 kB', () => 'A'.repeat(5_120)],
    ['with 5 kB more', (token) => token + 'A'.repeat(5_120)],
  ]

  test.each(tampered)('a cursor %s is refused', async (_name, tamper) => {
    const query = 'size=2&sort=fullName,desc'
    const { next } = await cursorPage(employees, query)
    const { prev } = await cursorPage(employees, `${query}&after=${next}`)
    for (const [name, token] of [
      ['after', next],
      ['before', prev],
    ] as const) {
      expect(tamper(token)).not.toBe(token)
      const answer = await ask(employees, `${query}&${name}=${encodeURIComponent(tamper(token))}`)
      const [item] = expectFailure(answer, invalidCursor)
      expect(item.message).not.toContain(token.slice(0, 20))
    }
  })

  test.each(['after', 'before'])(
    'an empty %s is refused: otherwise the iteration would start again and never end',
    async (name) => {
      expectFailure(await ask(employees, `size=2&${name}=`), invalidCursor)
    },
  )

  test('every flipped bit is detected', () => {
    const codec = createCursorCodec(cursorSecret)
    const content = { binding: 'b', nowMs: 1, values: ['x', null, 'é'], inclusive: true }
    const token = codec.seal(content)
    expect(codec.open(token)).toEqual(content)
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const other = Buffer.from(bytes)
      other[bit >> 3]! ^= 1 << (bit & 7)
      expect(codec.open(other.toString('base64url'))).toBeUndefined()
    }
    for (let end = 0; end < token.length; end++) {
      expect(codec.open(token.slice(0, end))).toBeUndefined()
    }
  })

  test('a cursor has only one spelling: the unused bits of base64url must be zero', () => {
    const codec = createCursorCodec(cursorSecret)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const binding of ['a', 'aa', 'aaa']) {
      const token = codec.seal({ binding, nowMs: 1, values: [], inclusive: false })
      for (const letter of letters) {
        const other = token.slice(0, -1) + letter
        if (other !== token) expect(codec.open(other), other).toBeUndefined()
      }
    }
  })
})
