import { EQUAL, LIKE } from 'corollary'
import { people } from '../schema.js'

const fields = { code: '.', name: '.', parentId: 'parent.id' } as const

export const departments = people.resource('departments', {
  key: 'human-resources.departments',
  title: 'Departments',
  response: { id: '.', ...fields, parentName: 'parent.name' },
  create: fields,
  update: fields,
  delete: true,
  filter: { code: EQUAL(), name: LIKE(), parentId: EQUAL('parent.id') },
  defaultSort: ['name'],
  surfaces: {
    employees: {
      title: 'Employees',
      resource: 'human-resources.employees',
      operation: 'filter',
      order: 50,
    },
    costs: {
      title: 'Monthly costs',
      resource: 'payroll.monthly-costs',
      operation: 'filter',
      order: 60,
    },
  },
  examples: {
    create: { team: { value: { code: 'D-900', name: 'Field Service', parentId: null } } },
    filter: { byName: { value: { name: 'engineer' } } },
  },
})
