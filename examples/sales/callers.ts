/** Callers to act as while authentication is off: each sees and may do something else. */
import type { DevelopmentCaller } from 'corollary'

export const callers: readonly DevelopmentCaller[] = [
  {
    id: 'head-of-sales',
    title: 'Head of sales',
    description: 'Sees all territories, approves orders of any total, and may destroy records.',
    authorities: [
      'sales:all',
      'sales:lead',
      'sales:approve-large',
      'sales:finance',
      'sales:trash',
      'sales:purge',
    ],
  },
  {
    id: 'lead',
    title: 'Sales lead',
    description:
      'Sees all territories, gives discounts of more than 20 %, and restores what was deleted.',
    authorities: ['sales:all', 'sales:lead', 'sales:trash'],
  },
  {
    id: 'representative',
    title: 'Representative of Germany South',
    description: 'Sees the customers and orders of one territory, and approves those below 10 000.',
    authorities: ['sales:territory:2'],
  },
  {
    id: 'finance',
    title: 'Finance',
    description: 'Sees all territories and credit limits, and approves large orders.',
    authorities: ['sales:all', 'sales:finance', 'sales:approve-large'],
  },
  {
    id: 'auditor',
    title: 'Auditor',
    description: 'Sees everything and the history of each record, and changes nothing.',
    authorities: ['sales:audit', 'sales:finance', 'sales:trash'],
  },
]
