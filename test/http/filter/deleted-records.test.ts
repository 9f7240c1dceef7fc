import { describe, expect, test } from 'vitest'
import { trashCallers, trashResources, trashRows, trashTables } from '../../support/trash.js'
import { tablesOf, useService } from '../../support/use-service.js'

const trash = useService({
  resources: trashResources,
  callers: trashCallers,
  database: tablesOf(`${trashTables}${trashRows}
    update customers set deleted_at = '2026-03-01', deleted_by = 'someone' where id = 1;
    update orders set deleted_at = '2026-03-02' where id = 2;`),
})
const { get, send } = trash
const customers = '/api/trash/customers'
const orders = '/api/trash/orders'
const all = ['Ada', 'Bob', 'Cyd']

const post = async (path: string, body: object, caller = 'keeper') => {
  const answer = await send(caller, 'POST', path, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const namesOf = (records: readonly { name: string }[]) => records.map(({ name }) => name)
const choices = [
  [undefined, ['Bob', 'Cyd']],
  ['exclude', ['Bob', 'Cyd']],
  ['include', all],
  ['only', ['Ada']],
] as const

describe.each(choices)('deleted: %s', (deleted, expected) => {
  const filter = deleted === undefined ? {} : { deleted }

  test('selects the records of a page, with its total', async () => {
    const { data } = await post(`${customers}/filter`, filter)
    expect(namesOf(data.content)).toEqual(expected)
    expect(data.totalElements).toBe(expected.length)
  })

  test('selects the records of a walk by cursor', async () => {
    const found: string[] = []
    let after = ''
    do {
      const { data } = await post(`${customers}/filter/cursor?size=1${after}`, filter)
      found.push(...namesOf(data.content))
      after = data.next === null ? '' : `&after=${encodeURIComponent(data.next)}`
    } while (after !== '')
    expect(found).toEqual(expected)
  })

  test('selects the set in which a record is located', async () => {
    const answer = await send('keeper', 'POST', `${customers}/locate?id=1`, filter)
    expect(answer.statusCode).toBe((expected as readonly string[]).includes('Ada') ? 200 : 404)
    expect((await post(`${customers}/locate?id=3`, { deleted: 'include' })).position).toBe(2)
  })

  test('selects the options', async () => {
    const { content } = await post(`${customers}/options/filter`, filter)
    expect(content.map(({ label }: { label: string }) => label)).toEqual(expected)
  })

  test('selects the rows of statistics', async () => {
    const body = { filter, field: 'region', metric: { operation: 'COUNT' } }
    const { data } = await post(`${customers}/stats/group-by`, body)
    const counts = data.buckets.map(({ value }: { value: number }) => value)
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(expected.length)
  })

  test('selects the rows of an export', async () => {
    const answer = await send('keeper', 'POST', `${customers}/export`, {
      format: 'json',
      filters: filter,
    })
    expect(namesOf(answer.json())).toEqual(expected)
  })
})

test('records of the trash say when and by whom they were deleted, and have no links', async () => {
  const { data } = await post(`${customers}/filter`, { deleted: 'include' })
  const [ada, bob] = data.content
  expect(ada).toMatchObject({ deletedAt: '2026-03-01T00:00:00Z', deletedBy: 'someone' })
  expect(Object.keys(ada._links)).toEqual([])
  expect(Object.keys(bob._links)).toContain('update')
})

test('rows behind relations stay invisible', async () => {
  const { data } = await post(`${orders}/filter`, { deleted: 'include' })
  const shown = data.content.map(
    ({ number, customerName }: { number: string; customerName: string }) => [number, customerName],
  )
  expect(shown).toEqual([
    ['A-1', null],
    ['A-2', null],
    ['C-1', 'Cyd'],
  ])
  const found = await post(`${customers}/filter`, { deleted: 'include', orderNumber: 'A-2' })
  expect(found.data.content).toEqual([])
  const shownByOrder = await post(`${customers}/filter`, { deleted: 'include', orderNumber: 'A-1' })
  expect(namesOf(shownByOrder.data.content)).toEqual(['Ada'])
})

test('a deleted record is shown with its parts', async () => {
  await trash.rows("insert into order_lines (order_id, product) values (2, 'nib')")
  const { data } = await post(`${orders}/filter`, { deleted: 'only' })
  await trash.rows('delete from order_lines where order_id = 2')
  expect(data.content).toMatchObject([{ number: 'A-2', lines: [{ product: 'nib' }] }])
})

test('row access also restricts deleted records', async () => {
  const { data } = await post(`${customers}/filter`, { deleted: 'include' }, 'north')
  expect(namesOf(data.content)).toEqual(['Ada', 'Cyd'])
})

test('the member does not exist for callers without its authority', async () => {
  const answer = await send('editor', 'POST', `${customers}/filter`, { deleted: 'include' })
  const unknown = await send('editor', 'POST', `${customers}/filter`, { delated: 'include' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].code).toBe('FILTER_PAYLOAD_INVALID')
  expect(answer.json().errors[0].message).toBe(
    unknown.json().errors[0].message.replace('delated', 'deleted'),
  )
})

test('another value is refused with those that are accepted', async () => {
  const answer = await send('keeper', 'POST', `${customers}/filter`, { deleted: 'yes' })
  expect(answer.json().errors[0]).toMatchObject({
    ...{ code: 'FILTER_PAYLOAD_INVALID', target: 'deleted' },
    message: expect.stringContaining('exclude, include, only'),
  })
})

test('totals that are cached for one choice are not used for another', async () => {
  const total = async (filter: object, caller = 'keeper') =>
    (await post(`${customers}/filter?size=1`, filter, caller)).data.totalElements
  for (const _ of [1, 2]) {
    expect(await total({ deleted: 'only' })).toBe(1)
    expect(await total({ deleted: 'include' })).toBe(3)
    expect(await total({})).toBe(2)
    expect(await total({}, 'editor')).toBe(2)
    expect(await total({ deleted: 'include' }, 'north')).toBe(2)
  }
})

test('a cursor of one choice is refused with another', async () => {
  const { data } = await post(`${customers}/filter/cursor?size=1`, { deleted: 'include' })
  const url = `${customers}/filter/cursor?size=1&after=${encodeURIComponent(data.next)}`
  expect((await send('keeper', 'POST', url, {})).json().errors[0].code).toBe('CURSOR_INVALID')
})

describe('labels of options by ids', () => {
  const labelsOf = (options: readonly { label: string }[]) => options.map(({ label }) => label)

  test('stay readable where the contract says so', async () => {
    const listed = await get('keeper', `${customers}/options/by-ids?ids=1,2`)
    expect(labelsOf(listed.json())).toEqual(['Ada', 'Bob'])
    const source = await get('keeper', `${orders}/option-sources/customers/options/by-ids?ids=1,2`)
    expect(labelsOf(source.json())).toEqual(['Ada', 'Bob'])
    const foreign = await get('north', `${customers}/options/by-ids?ids=1,2`)
    expect(labelsOf(foreign.json())).toEqual(['Ada'])
  })

  test('are missing elsewhere', async () => {
    expect(labelsOf((await get('keeper', `${orders}/options/by-ids?ids=1,2`)).json())).toEqual([
      'A-1',
    ])
    const page = await post(`${orders}/option-sources/customers/options/filter`, {})
    expect(labelsOf(page.content)).toEqual(['Bob', 'Cyd'])
  })
})

describe('discovery', () => {
  const schemaOf = async (caller: string, path: string, operation: string) =>
    (
      await get(
        caller,
        `/schemas/filtered?path=${encodeURIComponent(path)}&operation=${operation}&schemaType=request`,
      )
    ).json()

  test('publishes the member with its options, to callers with the authority', async () => {
    const { properties } = await schemaOf('keeper', `${customers}/filter`, 'post')
    expect(properties.deleted.enum ?? properties.deleted.anyOf).toContain('only')
    expect(properties.deleted['x-ui']).toMatchObject({
      filterOperation: 'EQUAL',
      options: [
        { value: 'exclude', label: 'Without deleted records' },
        { value: 'include', label: 'With deleted records' },
        { value: 'only', label: 'Only deleted records' },
      ],
    })
    const hidden = await schemaOf('editor', `${customers}/filter`, 'post')
    expect(Object.keys(hidden.properties)).not.toContain('deleted')
  })

  test('describes restoring and the parameter of deletes', async () => {
    const { paths } = (await get('keeper', '/v3/api-docs/trash')).json()
    const names = (path: string) =>
      paths[path].delete.parameters.map(({ name }: { name: string }) => name)
    expect(names(`${customers}/{id}`)).toContain('permanent')
    expect(names('/api/trash/lines/{id}')).not.toContain('permanent')
    expect(paths[`${customers}/{id}/restore`].patch.operationId).toBe(
      'trash.customers.intent.restore',
    )
    expect(Object.keys(paths)).not.toContain('/api/trash/lines/{id}/restore')
  })

  test('capabilities say what the caller may do, on a record and on the collection', async () => {
    const capabilities = async (caller: string, path: string) =>
      (await get(caller, `${path}/capabilities`)).json()
    const ofKeeper = await capabilities('keeper', customers)
    expect(ofKeeper.canonicalOperations).toMatchObject({ restore: true, permanentDelete: true })
    const record = (await capabilities('keeper', `${customers}/2`)).operations
    expect(record.permanentDelete).toMatchObject({ availability: { allowed: true } })
    expect(record.restore).toMatchObject({
      ...{ preferredMethod: 'PATCH', scope: 'ITEM' },
      availability: { allowed: false, reason: 'record-not-deleted' },
    })
    const ofEditor = (await capabilities('editor', `${customers}/2`)).operations
    expect(ofEditor.permanentDelete.availability).toMatchObject({ reason: 'missing-authority' })
    const ofLines = await capabilities('keeper', '/api/trash/lines')
    expect(ofLines.canonicalOperations).toMatchObject({ restore: false, permanentDelete: false })
  })
})
