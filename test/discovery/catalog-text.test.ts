/** Catalogs that are printed once, with the decisions and the record of each request. */
import { expect, test } from 'vitest'
import { catalogText } from '../../src/discovery/catalogs/catalog-text.js'
import type { CatalogContext, Decide } from '../../src/discovery/catalogs/surfaces.js'
import { createTranslator } from '../../src/foundation/text/messages.js'
import type { Operation } from '../../src/model/operation-table.js'
import type { ResourceModel } from '../../src/model/types/resource-model.js'
import { allowed, denied } from '../../src/wire/availability.js'

const translate = createTranslator({}, 'en')
const resource = { key: 'shop.orders' } as ResourceModel
const [ship, cancel] = ['ship', 'cancel'].map((name) => ({ name }) as unknown as Operation)
const describeOrder = ({ resourceId, decide }: CatalogContext) => ({
  resourceId,
  title: 'The "1" of {id}, $1 and \\',
  actions: [ship!, cancel!, ship!].map((operation) => ({
    availability: decide(resource, operation, 'ITEM'),
  })),
  unsupported: denied('operation-not-supported'),
  repeated: [resourceId],
})
const states: readonly Decide[] = [
  () => allowed,
  (_, operation) => (operation === ship ? allowed : denied('a "reason"', { state: 'SENT' })),
  () => denied('locked'),
]

test.each([1, 'A-1', 'an "id" \\', '$&', null])('the catalog of %s is printed as JSON', (id) => {
  const print = catalogText(describeOrder, translate, id !== null)
  for (const decide of states) {
    const context = { translate, decide, resourceId: id }
    expect(print(context)).toBe(JSON.stringify(describeOrder(context)))
  }
})
