import { BETWEEN, IN, LIKE, list, measure, none, owned, reference, search, some } from 'corollary'
import { sellersOnly } from '../access.js'
import { sales } from '../schema.js'

const writable = {
  name: '.',
  territoryId: 'territory.id',
  email: '.',
  creditLimit: '.',
} as const

const contact = { name: '.', email: '.', role: '.' } as const
const written = { ...writable, contacts: owned('contacts', contact) } as const

export const customers = sales.resource('customers', {
  key: 'sales.customers',
  title: 'Customers',
  response: {
    id: '.',
    ...writable,
    territoryName: 'territory.name',
    contacts: list('contacts', { id: '.', ...contact }),
    orderCount: '.',
    openTotal: '.',
  },
  create: written,
  update: written,
  delete: true,
  guards: {
    create: sellersOnly,
    update: sellersOnly,
    delete: sellersOnly,
    history: { authorities: ['sales:audit'] },
  },
  changes: true,
  filter: {
    q: search(['name', 'email'], { accents: 'ignore' }),
    territoryIds: IN('territory.id'),
    openTotalBetween: BETWEEN('openTotal'),
    contact: some('contacts', { name: LIKE(), role: IN() }),
    withoutOrders: none('orders', { status: IN(), orderedOnBetween: BETWEEN('orderedOn') }),
  },
  expressions: true,
  surfaces: {
    orders: {
      title: 'Orders',
      resource: 'sales.orders',
      operation: 'filter',
      order: 70,
    },
  },
  defaultSort: ['name'],
  optionSources: {
    territories: {
      type: 'RESOURCE_ENTITY',
      resource: 'sales.territories',
      path: 'territory',
      filterField: 'territoryIds',
      excludeSelf: true,
    },
  },
  hints: { territoryName: { label: 'Territory' } },
  stats: {
    // A territory with one or two customers would show their numbers.
    territory: reference({
      path: 'territory.id',
      labelPath: 'territory.name',
      minimumGroupSize: { size: 3, unless: ['sales:finance'] },
    }),
    creditLimit: measure(),
    openTotal: measure(),
  },
})
