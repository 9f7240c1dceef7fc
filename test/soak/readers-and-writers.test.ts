/**
 * Eight writers and eight readers on two nodes of one database, for `SOAK_SECONDS` (default 3):
 * equal versions must mean equal data, for every reader on each node. Both nodes fold meanwhile.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { type DatasetDatabase, datasetDatabase } from '../versions/dataset-database.js'

const seconds = Number(process.env['SOAK_SECONDS'] ?? 3)
const skills = '/api/human-resources/skills'
const employees = '/api/human-resources/employees'

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly datasetVersion: string
}

let dataset: DatasetDatabase
const nodes: TestService[] = []
beforeAll(async () => {
  dataset = await datasetDatabase()
  const { connection } = dataset.fresh
  for (const _ of [1, 2])
    nodes.push(await createTestService({ resources: people.resources, connection }))
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await dataset.close()
})

const counts = {
  ...{ reads: 0, writes: 0, refused: 0, rolledBack: 0, folds: 0 },
  /** Number of comparisons with other data of the same version: of readers, of writers. */
  ...{ comparedReads: 0, comparedWrites: 0 },
}
const versions = new Set<string>()
const violations: string[] = []
/** The data seen at a version: a digest of a whole set, the texts of records by id. */
const sets = new Map<string, string>()
const records = new Map<string, ReadonlyMap<number, string>>()
/** The responses of writes: a record, or null for a deleted one. */
const answered: { version: string; id: number; text: string | null }[] = []

const textOf = ({ datasetVersion: _, _links: __, ...row }: Row): string => JSON.stringify(row)
const compare = (key: string, text: string): void => {
  const digest = createHash('sha256').update(text).digest('hex')
  const seenDigest = sets.get(key)
  if (seenDigest !== undefined && seenDigest !== digest) violations.push(`${key} has two contents`)
  if (seenDigest !== undefined) counts.comparedReads++
  sets.set(key, digest)
}
const note = (kind: string, header: unknown, rows: readonly Row[]): void => {
  const version = String(header)
  if (header === undefined || rows.some((row) => row.datasetVersion !== version))
    violations.push(`${version} is not that of every row`)
  versions.add(`${kind} ${version}`)
  const sorted = [...rows].sort((a, b) => a.id - b.id)
  compare(`${kind} ${version}`, sorted.map(textOf).join('\n'))
  if (kind === 'skills')
    records.set(version, new Map(sorted.map((row) => [row.id, textOf(row)] as const)))
}

let until = 0
const repeat = async (work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; Date.now() < until; round++) await work(round)
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
const nodeOf = (index: number): TestService => nodes[index % nodes.length]!

/** Checks the tags of collections too: a reader with an equal version gets 304. */
const reader = async (index: number): Promise<void> => {
  let tag = ''
  await repeat(async (round) => {
    const { app } = nodeOf(index + round)
    const kind = index % 4
    if (kind === 0) {
      const headers = { 'if-none-match': tag }
      const answer = await app.inject({ method: 'GET', url: `${skills}/all`, headers })
      const version = answer.headers['x-data-version']
      if (answer.statusCode === 200) note('skills', version, answer.json().data)
      compare(`tag ${version}`, String(answer.headers.etag))
      tag = String(answer.headers.etag)
    } else if (kind === 3) {
      const ids = Array.from({ length: 40 }, (_, id) => id + 1)
      const answer = await app.inject({ method: 'GET', url: `${employees}/by-ids?ids=${ids}` })
      note('employees', answer.headers['x-data-version'], answer.json())
    } else {
      // With an included record, the total may come from the cache.
      const url = `${skills}/filter?size=200${kind === 1 ? '' : '&includeIds=1'}`
      const answer = await app.inject({ method: 'POST', url, payload: {} })
      const { content, totalElements } = answer.json().data
      note('skills', answer.headers['x-data-version'], content)
      if (totalElements !== content.length) violations.push(`total ${totalElements} is wrong`)
    }
    counts.reads++
  })
}

/** Creates, changes and deletes its own skills, and changes those that all writers change. */
const serviceWriter = async (index: number): Promise<void> => {
  const ownIds: number[] = []
  await repeat(async (round) => {
    const { app } = nodeOf(index + round)
    const payload = { code: `W${index}-${round}`, name: `By ${index}`, category: `${round}` }
    const headers = { 'idempotency-key': payload.code }
    const kind = ownIds.length > 6 ? 'remove' : pick(['create', 'own', 'shared', 'link'])
    if (kind === 'create' || ownIds.length === 0) {
      const answer = await app.inject({ method: 'POST', url: skills, payload, headers })
      if (noteWrite(answer, answer.statusCode === 201)) ownIds.push(answer.json().data.id)
    } else if (kind === 'remove') {
      const id = ownIds.shift()!
      const answer = await app.inject({ method: 'DELETE', url: `${skills}/${id}` })
      noteWrite(answer, answer.statusCode === 204, id)
    } else if (kind === 'link') {
      const url = `${employees}/${1 + (round % 40)}/profile`
      const nickname = { nickname: payload.code }
      const answer = await app.inject({ method: 'PATCH', url, payload: nickname })
      counts[answer.statusCode === 200 ? 'writes' : 'refused']++
    } else {
      const id = kind === 'own' ? pick(ownIds) : 1 + (round % 3)
      const answer = await app.inject({ method: 'PUT', url: `${skills}/${id}`, payload })
      noteWrite(answer, answer.statusCode === 200)
    }
  })
}

type Answer = Awaited<ReturnType<TestService['app']['inject']>>
const noteWrite = (answer: Answer, isDone: boolean, removed?: number): boolean => {
  counts[isDone ? 'writes' : 'refused']++
  if (!isDone) return false
  const version = String(answer.headers['x-data-version'])
  if (removed !== undefined) answered.push({ version, id: removed, text: null })
  else {
    const { data } = answer.json()
    if (data.datasetVersion !== version) violations.push(`${version} is not that of its record`)
    answered.push({ version, id: data.id, text: textOf(data) })
  }
  return true
}

/** Several statements in each transaction, with pauses; a third of them are rolled back. */
const plainWriter = async (index: number): Promise<void> => {
  const client = await dataset.connect()
  await repeat(async (round) => {
    const isolation = pick(['read committed', 'repeatable read', 'serializable'])
    const statements = [
      `insert into skills (code, name, category) values ('P${index}-${round}', 'Plain', '1')`,
      `update skills set category = 'P${round}' where code like 'P${index}-%'`,
      `update skills set name = name || '.' where id = ${4 + (round % 3)} and length(name) < 50`,
      `delete from skills where code like 'P${index}-%' and code <> 'P${index}-${round}'`,
      `savepoint a; update skills set name = 'Never' where id = 7; rollback to a`,
      `update departments set name = 'D ${index} ${round}' where id = ${1 + (round % 4)}`,
      `insert into employee_skills values (${1 + (round % 40)}, 1) on conflict do nothing`,
      `delete from employee_skills where employee_id = ${1 + (round % 40)} and skill_id = 1`,
    ]
    try {
      await client.query(`begin isolation level ${isolation}`)
      for (const statement of statements) {
        if (Math.random() < 0.3) continue
        await client.query(statement)
        if (Math.random() < 0.2) await sleep(Math.random() * 20)
      }
      const end = Math.random() < 0.3 ? 'rollback' : 'commit'
      await client.query(end)
      counts[end === 'commit' ? 'writes' : 'rolledBack']++
    } catch {
      // A deadlock or a serialization failure.
      await client.query('rollback')
      counts.rolledBack++
    }
  })
}

const folder = () =>
  repeat(async () => {
    await sleep(100)
    await dataset.fold()
    counts.folds++
  })

test('equal versions mean equal data', { timeout: seconds * 1_000 + 60_000 }, async () => {
  until = Date.now() + seconds * 1_000
  const writers = [0, 1, 2, 3].flatMap((index) => [serviceWriter(index), plainWriter(index)])
  const readers = [0, 1, 2, 3, 4, 5, 6, 7].map(reader)
  await Promise.all([...writers, ...readers, folder(), folder()])
  for (const { version, id, text } of answered) {
    const seen = records.get(version)
    if (!seen) continue
    counts.comparedWrites++
    if ((seen.get(id) ?? null) !== text) violations.push(`${version} was answered otherwise`)
  }
  console.log({ seconds, ...counts, versions: versions.size, violations: violations.length })
  expect(violations.slice(0, 5)).toEqual([])
  expect(counts.reads).toBeGreaterThan(10)
  expect(counts.writes).toBeGreaterThan(10)
})
