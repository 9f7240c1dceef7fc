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
  examples: {
    create: { team: { value: { code: 'D-900', name: 'Field Service', parentId: null } } },
    filter: { byName: { value: { name: 'engineer' } } },
  },
})
