import { BETWEEN, DELETED, EQUAL, IN, IS_NULL, search } from 'corollary'
import { sellersOnly } from '../access.js'
import { sales } from '../schema.js'

const writable = { code: '.', name: '.', status: '.', listPrice: '.' } as const

export const products = sales.resource('products', {
  key: 'sales.products',
  title: 'Products',
  response: { id: '.', ...writable, photo: '.', soldQuantity: '.', lastOrderedOn: '.' },
  create: writable,
  update: writable,
  delete: true,
  import: { key: 'code' },
  guards: {
    create: sellersOnly,
    update: sellersOnly,
    delete: sellersOnly,
    restore: { ...sellersOnly, authorities: ['sales:trash'] },
    permanentDelete: { ...sellersOnly, authorities: ['sales:purge'] },
    history: { authorities: ['sales:audit'] },
  },
  changes: true,
  filter: {
    q: search(['code', 'name'], { accents: 'ignore' }),
    code: EQUAL(),
    status: IN(),
    soldQuantityBetween: BETWEEN('soldQuantity'),
    neverSold: IS_NULL('lastOrderedOn'),
    listPriceBetween: BETWEEN('listPrice'),
    deleted: DELETED({ authorities: ['sales:trash'] }),
  },
  surfaces: {
    lines: {
      title: 'Order lines',
      resource: 'sales.order-lines',
      operation: 'filter',
      order: 70,
    },
  },
  defaultSort: ['name'],
  optionSources: { statuses: { type: 'STATIC_CANONICAL', path: 'status', filterField: 'status' } },
  examples: {
    filter: {
      slow: { summary: 'Products that nobody has ordered', value: { neverSold: true } },
    },
  },
})
