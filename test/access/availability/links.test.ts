/** `_links` of rows and records: exactly the operations that the caller may use now. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../../http/use-people.js'
import { useActions } from '../../operations/actions/use-actions.js'
import {
  absencesPath,
  dataOf,
  putAbsence,
  tablesOf,
  usePeopleCallers,
  useService,
} from '../../support/use-service.js'
import { deskCallers, deskResources, deskTables } from './desk.js'

const workflow = usePeopleCallers()
const plain = usePeopleCallers({ 'platform.hateoas.enabled': false })
const desk = useService({
  resources: deskResources,
  callers: deskCallers,
  database: tablesOf(deskTables),
})
const { perform } = useActions(workflow, absencesPath)
const rels = (holder: Json): readonly string[] => Object.keys(holder._links ?? {}).sort()
const always = ['actions', 'capabilities', 'self', 'surfaces']
const changeable = [...always, 'delete', 'update'].sort()

const rowsOf = async (caller: string, id: number): Promise<readonly Json[]> => {
  const page = await workflow.send(caller, 'POST', `${absencesPath}/filter?includeIds=${id}`, {})
  const cursor = await workflow.send(
    caller,
    'POST',
    `${absencesPath}/filter/cursor?size=200&sort=id,desc`,
    {},
  )
  const all = await workflow.get(caller, `${absencesPath}/all`)
  const lists = [dataOf(page).content, dataOf(cursor).content, dataOf(all)]
  return lists.map((rows) => rows.find((row: Json) => row.id === id))
}

describe('links of the rows of /filter, /filter/cursor and /all', () => {
  test.each([
    ['SUBMITTED', changeable],
    ['REJECTED', changeable],
    ['APPROVED', always],
    ['CANCELLED', always],
  ])('rows in the state %s have the links of that state', async (state, expected) => {
    const id = await putAbsence(workflow, state)
    for (const row of await rowsOf('lead', id)) {
      expect(rels(row)).toEqual(expected)
      for (const rel of ['actions', 'capabilities', 'surfaces']) {
        expect(row._links[rel]).toEqual({ href: `${absencesPath}/${id}/${rel}` })
      }
      expect(row._links.self).toEqual({ href: `${absencesPath}/${id}` })
    }
  })

  test('links change immediately after an action', async () => {
    const id = await putAbsence(workflow)
    dataOf(await perform('chief', id, 'approve'))
    for (const row of await rowsOf('chief', id)) expect(rels(row)).toEqual(always)
  })

  test('rows have no links when hypermedia is off', async () => {
    const id = await putAbsence(plain)
    const url = `${absencesPath}/filter?includeIds=${id}`
    const answer = await plain.send('chief', 'POST', url, {})
    expect(answer.body).not.toContain('_links')
    const approved = await plain.send('chief', 'POST', `${absencesPath}/${id}/actions/approve`)
    expect(dataOf(approved)).toMatchObject({ state: 'APPROVED' })
    expect(approved.body).not.toContain('_links')
  })
})

describe('links of a record', () => {
  test.each(['actions', 'capabilities', 'surfaces'])(
    'the %s link of a record is its own, as in its row',
    async (rel) => {
      const id = await putAbsence(workflow)
      const answer = await workflow.get('chief', `${absencesPath}/${id}`)
      const { href } = answer.json()._links[rel]
      expect(href).toBe(`${absencesPath}/${id}/${rel}`)
    },
  )

  test('links of the response of an action are those of the new state', async () => {
    const id = await putAbsence(workflow)
    const rejected = (await perform('chief', id, 'reject', { comment: 'no' })).json()
    expect(rels(rejected)).toContain('update')
    const again = (await perform('chief', id, 'resubmit')).json()
    expect(rels(again)).toContain('delete')
    const approved = (await perform('chief', id, 'approve')).json()
    expect(rels(approved)).not.toContain('update')
    expect(rels(approved)).not.toContain('delete')
  })
})

describe('entity tags of collections', () => {
  const all = (caller: string, headers = {}) => desk.get(caller, '/api/desk/shelf/all', headers)

  test('the tag differs for a caller whose rows have other links', async () => {
    await desk.rows("insert into tickets (title, owner, state) values ('A', 'x', 'OPEN')")
    const [mine, theirs] = [await all('reader'), await all('writer')]
    expect(dataOf(mine).map(rels)).not.toEqual(dataOf(theirs).map(rels))
    expect(mine.headers['etag']).toBeDefined()
    expect(mine.headers['etag']).not.toBe(theirs.headers['etag'])
    const again = await all('reader', { 'if-none-match': String(theirs.headers['etag']) })
    expect(again.statusCode).toBe(200)
  })
})

test('links to a create, a filter or an export that the caller may not use are omitted', async () => {
  const page = async (caller: string) =>
    rels((await desk.send(caller, 'POST', '/api/desk/tickets/filter', {})).json())
  const [reader, writer, other] = [await page('reader'), await page('writer'), await page('other')]
  expect(reader).toContain('filter')
  expect(reader).not.toContain('export')
  expect(reader).not.toContain('create')
  expect(writer).toContain('create')
  // Its rule requires a tenant.
  expect(other).not.toContain('create')
  expect(other).toContain('export')
})
