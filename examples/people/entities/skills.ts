import { defineEntity, integer, manyToMany, text } from 'corollary'

export const skills = defineEntity('skills', {
  id: integer({ primaryKey: true, generated: true }),
  code: text({ minLength: 1, maxLength: 20 }),
  name: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
  category: text({ minLength: 1, maxLength: 60 }),
  holders: manyToMany('employees', {
    through: 'employee_skills',
    from: 'skill_id',
    target: 'employee_id',
  }),
})
