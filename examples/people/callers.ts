/** Callers to act as while authentication is off: each sees and may do something else. */
import type { DevelopmentCaller } from 'corollary'
import { departments } from './database/organisation.js'

/** Sales and the departments below it. Ids are positions in the list. */
const sales = departments.flatMap(([code, , parent], index) =>
  code === 'SALES' || parent === 'SALES' ? [`hr:department:${index + 1}`] : [],
)

export const callers: readonly DevelopmentCaller[] = [
  {
    id: 'hr',
    title: 'Head of HR',
    description:
      'Sees everybody and their history, decides on absence requests and changes salaries.',
    authorities: ['hr:all', 'absence:decide', 'employee:compensation', 'employee:history'],
  },
  {
    id: 'hr-assistant',
    title: 'HR assistant',
    description: 'Sees everybody, but does not decide and does not change salaries.',
    authorities: ['hr:all'],
  },
  {
    id: 'head-of-sales',
    title: 'Head of Sales',
    description: 'Sees the people of Sales, and decides on their absence requests.',
    authorities: [...sales, 'absence:decide'],
  },
  {
    id: 'employee',
    title: 'Employee',
    description: 'Has no authorities: sees departments and skills, but no people.',
    authorities: [],
  },
]
