import { belongsTo, defineEntity, integer, text } from 'corollary'

export const departments = defineEntity('departments', {
  id: integer({ primaryKey: true, generated: true }),
  code: text({ minLength: 1, maxLength: 20 }),
  name: text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' }),
  parent: belongsTo('departments', {
    column: 'parent_id',
    nullable: true,
    label: 'Parent department',
  }),
})
