import { EQUAL, LIKE } from 'corollary'
import { people } from '../schema.js'

const fields = { code: '.', name: '.', category: '.' } as const

export const skills = people.resource('skills', {
  key: 'human-resources.skills',
  title: 'Skills',
  response: { id: '.', ...fields },
  create: fields,
  update: fields,
  delete: true,
  filter: { code: EQUAL(), name: LIKE() },
  defaultSort: ['name'],
  examples: {
    create: { language: { value: { code: 'S-900', name: 'Portuguese', category: 'Language' } } },
    filter: { byName: { value: { name: 'sql' } } },
  },
})
