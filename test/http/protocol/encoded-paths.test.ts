/** A path with a percent-encoded letter is another path, except in the values of its variables. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFailure, paths, usePeople } from '../use-people.js'

const people = usePeople()
const { skills } = paths

/** One letter of the last literal segment, encoded. */
const encodedAt = (path: string, at: number): string =>
  `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`

const every = (path: string): readonly string[] =>
  [...path].flatMap((letter, at) => (letter === '/' ? [] : [encodedAt(path, at)]))

describe('a path with an encoded letter, digit or dash', () => {
  test.each([
    ...every(`${skills}/all`),
    ...every('/health/live'),
    ...every('/metrics'),
    ...every('/schemas/catalog').slice(0, 4),
    '/%73chemas/filtered?path=/api/human-resources/skills/all&operation=get&schemaType=response',
    `${skills}/1/%63apabilities`,
    encodedAt(`${skills}/1`, 1),
  ])('%s does not exist', async (path) => {
    const answer = await people.send('GET', path)
    expectFailure(answer, { status: 404, code: 'ROUTE_NOT_FOUND' })
  })

  test('does not exist in upper and lower case, for other methods and twice encoded', async () => {
    for (const path of [skills.replace('-', '%2D'), skills.replace('-', '%2d')]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD'] as const) {
        expect((await people.send(method, `${path}/all`)).statusCode).toBe(404)
      }
    }
    expect((await people.send('GET', skills.replace('s', '%2573'))).statusCode).toBe(404)
  })
})

test('a value of a path may be encoded', async () => {
  expect((await people.send('GET', `${skills}/%31`)).statusCode).toBe(200)
})

describe('behind a host', () => {
  let url = ''
  const server = createServer((request, response) => people.service.app.routing(request, response))
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  test('a guard of the host on a path is not passed by an encoded letter', async () => {
    expect((await fetch(`${url}${skills}/1`)).status).toBe(200)
    expect((await fetch(`${url}${encodedAt(skills, 6)}/1`)).status).toBe(404)
  })
})
