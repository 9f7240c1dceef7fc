/** Compares the content of catalogs, capabilities and links with the expected decisions. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Operation } from '../../../src/model/operation-table.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { Json } from '../../http/use-people.js'
import { codeOf, dataOf, type Workflow } from '../../support/use-service.js'
import { decisionOf, type Variant, type Walk, works } from './matrix-walk.js'
import { decide, type Known } from './oracle.js'

const expectSame = (
  { faults, resource, caller, count }: Walk,
  where: string,
  a: unknown,
  b: unknown,
) => {
  count()
  if (isDeepStrictEqual(a, b)) return
  const shown = [a, b].map((value) => JSON.stringify(value)?.slice(0, 300))
  faults.push(`${caller} ${resource.name} ${where}: ${shown[0]} instead of ${shown[1]}`)
}

/** The operation of a surface or action, which may belong to another resource. */
const checkEntry = (
  walk: Walk,
  models: readonly ResourceModel[],
  entry: Json,
  where: string,
  record: Known,
) => {
  const { subject, resource, principal } = walk
  const is = (owner: ResourceModel) => (operation: Operation) =>
    operation.method === entry.method && entry.path === `${owner.path}${operation.path}`
  const owner = models.find((candidate) => candidate.operations.some(is(candidate)))
  if (!owner)
    return walk.faults.push(`${where} ${entry.id}: no operation ${entry.method} ${entry.path}`)
  const operation = owner.operations.find(is(owner))!
  const { data } = subject.resources.find((candidate) => candidate.data.key === owner.key)!
  const visibleRecord = owner.key === resource.key || !record ? record : {}
  const decision = decide({ data, operation, scope: entry.scope, principal, record: visibleRecord })
  return expectSame(walk, `${where} ${entry.id}`, entry.availability, decision)
}

type Entries = readonly Json[]
const namesOf = (entries: Entries): readonly string[] => entries.map(({ id }) => id).sort()

const checkEntries = (
  walk: Walk,
  models: readonly ResourceModel[],
  entries: Entries,
  expected: readonly string[],
  where: string,
  record?: Known,
) => {
  expectSame(walk, `${where} ids`, namesOf(entries), [...expected].sort())
  for (const entry of entries) checkEntry(walk, models, entry, where, record)
}

const canonicalNames: Readonly<Record<string, string>> = {
  view: 'byId',
  edit: 'update',
  optionSources: 'optionSource',
}

const checkCapabilities = (walk: Walk, published: Json, where: string, record: Known) => {
  const { resource } = walk
  for (const [id, said] of Object.entries<Json>(published.operations)) {
    const name = canonicalNames[id] ?? id
    const operation = resource.operations.find((candidate) => candidate.name === name)
    const isThere = operation !== undefined && works(resource, operation)
    const expected = isThere
      ? decisionOf(walk, operation, record)
      : { allowed: false, reason: 'operation-not-supported', metadata: {} }
    expectSame(walk, `${where} operation ${id}`, said.availability, expected)
    expectSame(walk, `${where} supported ${id}`, said.supported, isThere)
    const canonical = published.canonicalOperations[id]
    if (id in published.canonicalOperations)
      expectSame(walk, `${where} canonical ${id}`, canonical, isThere)
  }
}

const linksOf = (
  walk: Walk,
  scope: Operation['scope'],
  id: number | string,
  record: Known,
): Json => {
  const { resource } = walk
  const linked = resource.operations.filter(
    (candidate) =>
      candidate.supported &&
      candidate.rel !== undefined &&
      candidate.scope === scope &&
      (candidate.rel !== 'actions' || resource.actions.size > 0) &&
      decisionOf(walk, candidate, record).allowed,
  )
  const links = linked.map(({ rel, path }) => [
    rel,
    { href: `${resource.path}${path.replace('{id}', String(id))}` },
  ])
  const surfaces = { href: `/schemas/surfaces?resource=${resource.key}` }
  return { ...Object.fromEntries(links), ...(scope === 'COLLECTION' ? { surfaces } : {}) }
}

export const checkCollection = async (
  walk: Walk,
  models: readonly ResourceModel[],
): Promise<void> => {
  const { subject, resource, caller } = walk
  const { get, send } = subject.workflow
  const { key, path } = resource
  const isAllowed = (name: string): boolean =>
    decisionOf(walk, resource.operations.find((candidate) => candidate.name === name)!, undefined)
      .allowed
  const surfaces = await get(caller, `/schemas/surfaces?resource=${key}`)
  const actions = await get(caller, `/schemas/actions?resource=${key}`)
  expect(surfaces.statusCode).toBe(200)
  const all = resource.surfaces.map(({ id }) => id)
  checkEntries(walk, models, surfaces.json().surfaces, all, 'global surface')
  const hasWorkflow = resource.actions.size > 0
  expectSame(walk, 'global actions', codeOf(actions), hasWorkflow ? '200' : '404 CATALOG_NOT_FOUND')
  const actionEntries: Entries = hasWorkflow ? actions.json().actions : []
  checkEntries(walk, models, actionEntries, [...resource.actions.keys()], 'global action')
  if (isAllowed('capabilities')) {
    const published = (await get(caller, `${path}/capabilities`)).json()
    const ownActions = hasWorkflow ? (await get(caller, `${path}/actions`)).json().actions : []
    checkCapabilities(walk, published, 'capabilities', undefined)
    expectSame(walk, 'capabilities.surfaces', published.surfaces, surfaces.json().surfaces)
    expectSame(walk, 'capabilities.actions', published.actions, ownActions)
    const ofScope = actionEntries.filter(({ scope }) => scope === 'COLLECTION')
    expectSame(walk, 'actions of the collection', ownActions, ofScope)
  }
  if (!isAllowed('filter')) return
  const page = (await send(caller, 'POST', `${path}/filter?size=1`, {})).json()
  const {
    self: _self,
    first: _first,
    last: _last,
    next: _next,
    prev: _prev,
    ...links
  } = page._links ?? {}
  expectSame(walk, 'links of a page', links, linksOf(walk, 'COLLECTION', '', undefined))
}

export const checkRecord = async (
  walk: Walk,
  models: readonly ResourceModel[],
  { name, make, record, seenBy }: Variant,
) => {
  const { subject, resource, caller } = walk
  const { get, send } = subject.workflow
  const { path } = resource
  if (!seenBy(caller)) return
  const id = await make()
  const isAllowed = (operation: string): boolean =>
    decisionOf(walk, resource.operations.find((candidate) => candidate.name === operation)!, record)
      .allowed
  const itemSurfaces = resource.surfaces
    .filter(({ scope }) => scope === 'ITEM')
    .map((candidate) => candidate.id)
  const itemActions = [...resource.actions.values()]
    .filter(({ kind }) => kind === 'ITEM')
    .map((candidate) => candidate.id)
  if (isAllowed('itemCapabilities')) {
    const published = dataless(await get(caller, `${path}/${id}/capabilities`))
    checkCapabilities(walk, published, `${name} capabilities`, record)
    const surfaces = dataless(await get(caller, `${path}/${id}/surfaces`)).surfaces
    const answer = await get(caller, `${path}/${id}/actions`)
    const actions = resource.actions.size > 0 ? dataless(answer).actions : []
    checkEntries(walk, models, surfaces, itemSurfaces, `${name} surface`, record)
    checkEntries(walk, models, actions, itemActions, `${name} action`, record)
    expectSame(walk, `${name} capabilities.surfaces`, published.surfaces, surfaces)
    expectSame(walk, `${name} capabilities.actions`, published.actions, actions)
  }
  const ownLinks = linksOf(walk, 'ITEM', id, record)
  const rowOf = (rows: Entries): Json =>
    rows.find((row) => row[resource.idField] === id)?._links ?? {}
  if (isAllowed('filter')) {
    const page = dataOf(await send(caller, 'POST', `${path}/filter?size=1&includeIds=${id}`, {}))
    expectSame(walk, `${name} row of filter`, rowOf(page.content), ownLinks)
  }
  if (isAllowed('all')) {
    expectSame(
      walk,
      `${name} row of all`,
      rowOf(dataOf(await get(caller, `${path}/all`))),
      ownLinks,
    )
  }
  if (!isAllowed('byId')) return
  const answer = await get(caller, `${path}/${id}`)
  dataOf(answer)
  const {
    create: _create,
    batch: _batch,
    changes: _changes,
    surfaces: _surfaces,
    actions: _actions,
    capabilities: _capabilities,
    ...besideRecord
  } = linksOf(walk, 'COLLECTION', '', undefined)
  const links = answer.json()._links ?? {}
  expectSame(walk, `${name} links of the record`, links, { ...besideRecord, ...ownLinks })
}

const dataless = (answer: Awaited<ReturnType<Workflow['get']>>): Json => {
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
