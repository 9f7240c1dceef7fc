/** The catalogs of actions and surfaces: requests, content, and number of queries. */
import { describe, expect, test } from 'vitest'
import { deskCallers, deskResources, deskTables } from '../access/availability/desk.js'
import { expectFailure, type Json, paths } from '../http/use-people.js'
import { useActions } from '../operations/actions/use-actions.js'
import {
  absencesPath,
  codeOf,
  departments,
  putAbsence,
  putAbsences,
  tablesOf,
  textsOf,
  usePeopleCallers,
  useService,
} from '../support/use-service.js'

const workflow = usePeopleCallers()
const desk = useService({
  resources: deskResources,
  callers: deskCallers,
  database: tablesOf(deskTables),
})
const { expectKnown } = useActions(workflow, absencesPath)
const get = (url: string, caller = 'chief') => workflow.get(caller, url)
const absences = 'human-resources.absence-requests'

describe('requests for catalogs', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/schemas/surfaces', '400 INVALID_PARAMETER'],
    ['/schemas/surfaces?resource=&group=', '400 INVALID_PARAMETER'],
    [`/schemas/surfaces?resource=${absences}&group=payroll`, '400 INVALID_PARAMETER'],
    [`/schemas/surfaces?resource=${absences}&resource=x`, '400 INVALID_PARAMETER'],
    ['/schemas/surfaces?resource=nothing', '404 CATALOG_NOT_FOUND'],
    ['/schemas/surfaces?group=nothing', '404 CATALOG_NOT_FOUND'],
    ['/schemas/surfaces?group=payroll', '200'],
    [`/schemas/actions?resource=${absences}&group=payroll`, '400 INVALID_PARAMETER'],
    ['/schemas/actions?resource=nothing', '404 CATALOG_NOT_FOUND'],
    ['/schemas/actions?group=nothing', '404 CATALOG_NOT_FOUND'],
    ['/schemas/actions?resource=human-resources.skills', '404 CATALOG_NOT_FOUND'],
    ['/schemas/actions?group=payroll', '404 CATALOG_NOT_FOUND'],
    ['/schemas/actions?group=human-resources', '200'],
    [`/schemas/actions?resource=${absences}`, '200'],
    ['/schemas/actions', '200'],
    [`${paths.skills}/actions`, '404 CATALOG_NOT_FOUND'],
    [`${paths.skills}/1/actions`, '404 CATALOG_NOT_FOUND'],
    [`${paths.skills}/1/surfaces`, '200'],
    [`${absencesPath}/99999999/actions`, '404 RESOURCE_NOT_FOUND'],
    [`${absencesPath}/99999999/surfaces`, '404 RESOURCE_NOT_FOUND'],
    [`${absencesPath}/99999999/capabilities`, '404 RESOURCE_NOT_FOUND'],
    [`${absencesPath}/x/surfaces`, '400 INVALID_PARAMETER'],
  ]
  test.each(cases)('%s is %s', async (url, code) => {
    expect(codeOf(await get(url))).toBe(code)
  })

  test('a record that is not visible has no catalogs', async () => {
    const id = await putAbsence(workflow, 'SUBMITTED', departments.foreign)
    for (const name of ['actions', 'surfaces', 'capabilities']) {
      const answer = await get(`${absencesPath}/${id}/${name}`, 'lead')
      expectFailure(answer, { status: 404, code: 'RESOURCE_NOT_FOUND' })
    }
  })
})

describe('content of catalogs', () => {
  const ids = ({ actions }: Json) => actions.map(({ id }: Json) => id)
  const item = ['approve', 'reject', 'resubmit']
  const bulk = ['bulk-approve', 'bulk-reject']

  test('catalogs exist for everything, a group, a resource, its collection and a record', async () => {
    const all = (await get('/schemas/actions')).json()
    expect(all).toMatchObject({
      resourceKey: null,
      resourcePath: null,
      group: null,
      resourceId: null,
    })
    expect(ids(all)).toEqual([...item, ...bulk])
    const group = (await get('/schemas/actions?group=human-resources')).json()
    expect(group).toMatchObject({ resourceKey: null, resourcePath: null, group: 'human-resources' })
    expect(group.actions).toEqual(all.actions)
    const ownCatalog = (await get(`/schemas/actions?resource=${absences}`)).json()
    expect(ownCatalog).toMatchObject({
      resourceKey: absences,
      resourcePath: absencesPath,
      group: 'human-resources',
      resourceId: null,
    })
    expect(ownCatalog.actions).toEqual(all.actions)
    const collection = (await get(`${absencesPath}/actions`)).json()
    expect(ids(collection)).toEqual(bulk)
    const id = await putAbsence(workflow)
    const record = (await get(`${absencesPath}/${id}/actions`)).json()
    expect(record).toMatchObject({ resourceKey: absences, resourceId: id })
    expect(ids(record)).toEqual(item)
  })

  test('a resource whose workflow has no action of the scope has an empty list', async () => {
    expect(codeOf(await desk.get('reader', '/api/desk/board/actions'))).toBe('200')
    expect((await desk.get('reader', '/api/desk/board/actions')).json().actions).toEqual([])
  })

  test('an action describes its execution', async () => {
    const { actions } = (await get(`/schemas/actions?resource=${absences}`)).json()
    const [, reject, , approveAll, rejectAll] = actions
    expect(reject).toMatchObject({
      scope: 'ITEM',
      method: 'POST',
      path: `${absencesPath}/{id}/actions/reject`,
      allowedStates: ['SUBMITTED'],
      availability: { allowed: false, reason: 'resource-context-required', metadata: {} },
      execution: {
        interaction: {
          mode: 'FORM',
          riskLevel: 'MEDIUM',
          confirmationRequired: true,
          reversible: true,
        },
        preconditions: { idempotencyKey: 'OPTIONAL', resourceVersion: 'OPTIONAL' },
        selection: null,
        outcome: { mode: 'SINGLE', atomicity: 'NOT_APPLICABLE' },
      },
    })
    expect(approveAll).toMatchObject({
      scope: 'COLLECTION',
      path: `${absencesPath}/actions/bulk-approve`,
      availability: { allowed: true, reason: null, metadata: {} },
      execution: {
        selection: { idsField: 'ids', maxItems: 200 },
        outcome: { mode: 'PER_ITEM', atomicity: 'ATOMIC' },
        preconditions: { idempotencyKey: 'OPTIONAL', resourceVersion: 'NONE' },
      },
    })
    expect(rejectAll.execution.outcome).toEqual({ mode: 'PER_ITEM', atomicity: 'PER_ITEM' })
  })

  test('an action links to existing schemas and published operations', async () => {
    const document = (await get('/v3/api-docs')).json()
    const { actions } = (await get('/schemas/actions')).json()
    for (const { path, operationId, requestSchemaUrl, responseSchemaUrl } of actions) {
      expect(document.paths[path].post.operationId).toBe(operationId)
      for (const url of [requestSchemaUrl, responseSchemaUrl]) {
        expect(codeOf(await get(url)), url).toBe('200')
      }
    }
  })

  test('the API description has the same actions', async () => {
    const id = await putAbsence(workflow)
    for (const name of ['surfaces', 'actions', 'capabilities']) {
      const at = `${absencesPath}/{id}/${name}`
      const answer = await get(at.replace('{id}', String(id)))
      expectKnown(answer, 'GET', at)
      expect(answer.headers['cache-control']).toContain('private')
    }
    for (const path of [`${absencesPath}/actions`, `${absencesPath}/capabilities`]) {
      expectKnown(await get(path), 'GET', path)
    }
    for (const path of ['/schemas/actions', '/schemas/surfaces']) {
      expectKnown(await get(`${path}?group=human-resources`), 'GET', path)
    }
  })
})

describe('queries of catalogs', () => {
  const cost = async (work: () => Promise<unknown>): Promise<number> => (await textsOf(work)).length

  test('catalogs without a record are served from memory', async () => {
    const urls = [
      `${absencesPath}/capabilities`,
      `${absencesPath}/actions`,
      `/schemas/actions?resource=${absences}`,
      '/schemas/surfaces?group=human-resources',
      '/schemas/actions',
    ]
    for (const url of urls) expect(await cost(() => get(url)), url).toBe(0)
  })

  test('catalogs of a record take at most two queries', async () => {
    const id = await putAbsence(workflow)
    for (const name of ['surfaces', 'actions', 'capabilities']) {
      const queries = await cost(() => get(`${absencesPath}/${id}/${name}`, 'lead'))
      expect(queries, name).toBeGreaterThan(0)
      expect(queries, name).toBeLessThanOrEqual(2)
    }
  })

  test('links of rows take no query, however many rows', async () => {
    await putAbsences(workflow, 3)
    const all = ['/filter?size=%', '/filter/cursor?size=%'].map((path) => async (size: number) => {
      const url = `${absencesPath}${path.replace('%', String(size))}`
      return cost(async () => {
        const { content } = (await workflow.send('lead', 'POST', url, {})).json().data
        expect(content.length).toBeGreaterThan(0)
        for (const row of content) expect(row._links.self).toBeDefined()
      })
    })
    for (const ask of all) expect(await ask(50)).toBe(await ask(1))
  })
})
