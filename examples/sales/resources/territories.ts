import { EQUAL, LIKE } from 'corollary'
import { sellersOnly } from '../access.js'
import { sales } from '../schema.js'

const writable = { code: '.', name: '.' } as const

export const territories = sales.resource('territories', {
  key: 'sales.territories',
  title: 'Territories',
  response: { id: '.', ...writable },
  create: writable,
  update: writable,
  delete: true,
  guards: { create: sellersOnly, update: sellersOnly, delete: sellersOnly },
  filter: { code: EQUAL(), name: LIKE() },
  defaultSort: ['name'],
})
