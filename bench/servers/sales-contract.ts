/** Sales for `citus.ts`: of one large table, and of one large tenant. */
import {
  BETWEEN,
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  integer,
  measure,
  series,
  text,
} from 'corollary'

const fields = {
  id: integer({ primaryKey: true }),
  region: text({ maxLength: 20 }),
  amount: decimal({ precision: 12, scale: 2 }),
  soldOn: date(),
}
const shape = {
  key: 'bench.sales',
  response: { id: '.', region: '.', amount: '.', soldOn: '.' },
  filter: { amountBetween: BETWEEN('amount') },
  defaultSort: ['id'],
  stats: {
    region: category(),
    amount: measure({ histogram: true }),
    soldOn: series(),
    stored: category({ path: 'region', materialized: { every: '1 h' } }),
  },
} as const

export const sales = defineSchema({ sales: defineEntity('sales', fields) }).resource('sales', shape)

const ofTenants = defineEntity('sales', { firm: text(), ...fields }, { tenant: 'firm' })
export const salesOfTenants = defineSchema({ sales: ofTenants }).resource('sales', shape)
export const largeTenant = 'large'

export const callers = [{ id: 'owner', title: 'Owner', tenant: largeTenant, authorities: [] }]
