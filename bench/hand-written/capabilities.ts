/** What a caller may do with an employee. */
import { base } from './responses.js'

const item = ['update PUT update', 'delete DELETE delete', 'byId GET self']
const collection = [
  ...['create POST create', 'options POST', 'all GET all', 'filter POST filter'],
  ...['cursor POST filter-cursor', 'locate POST', 'export POST export', 'statsGroupBy POST'],
  ...['statsTimeSeries POST', 'statsDistribution POST', 'optionSources POST'],
]

const operationsOf = (lines: readonly string[], scope: string) =>
  lines.map((line) => {
    const [id, preferredMethod, preferredRel = null] = line.split(' ')
    const availability = { allowed: true, reason: null, metadata: {} }
    return [id, { id, supported: true, scope, preferredMethod, preferredRel, availability }]
  })

const operations = Object.fromEntries([
  ...operationsOf(collection, 'COLLECTION'),
  ...operationsOf(item, 'ITEM'),
])

/** Every operation of an employee is open to callers who see the row. */
export const capabilitiesOf = (resourceId: number) => ({
  resourceKey: 'human-resources.employees',
  resourcePath: base,
  group: 'human-resources',
  resourceId,
  operations,
})
