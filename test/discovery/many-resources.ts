/** A contract with hundreds of resources, of the width of usual tables. */
import {
  BETWEEN,
  belongsTo,
  category,
  date,
  decimal,
  defineEntity,
  EQUAL,
  enumOf,
  IN,
  instant,
  integer,
  LIKE,
  measure,
  type Resource,
  series,
  text,
  version,
} from 'corollary'

const columns = {
  code: text({ maxLength: 20 }),
  name: text({ maxLength: 120 }),
  note: text({ nullable: true }),
  state: enumOf(['OPEN', 'CLOSED', 'LOST']),
  amount: decimal({ precision: 12, scale: 2 }),
  rank: integer({ nullable: true }),
  placedOn: date(),
  seenAt: instant({ nullable: true }),
}
const writable = Object.fromEntries(Object.keys(columns).map((name) => [name, '.']))

/** Each record refers to one of the resource before. */
export const manyResources = (count: number): readonly Resource[] => {
  const names = Array.from({ length: count }, (_, index) => `things${index}`)
  const entities = Object.fromEntries(
    names.map((name, index) => [
      name,
      defineEntity(name, {
        id: integer({ primaryKey: true, generated: true }),
        ...columns,
        parent: belongsTo(names[Math.max(index - 1, 0)]!, { column: 'parent_id', nullable: true }),
        version: version(),
      }),
    ]),
  )
  const schema = { entities }
  return names.map((name, index) => {
    const data = {
      ...{ entity: name, key: `group${index % 10}.${name}`, delete: true },
      response: { id: '.', ...writable, parentId: 'parent.id', parentName: 'parent.name' },
      create: { ...writable, parentId: 'parent.id' },
      update: { ...writable, parentId: 'parent.id' },
      intents: { close: { title: 'Close', fields: { state: '.' } } },
      filter: {
        ...{ name: LIKE(), state: IN(), amountBetween: BETWEEN('amount') },
        ...{ placedOnBetween: BETWEEN('placedOn'), parentId: EQUAL('parent.id') },
      },
      defaultSort: ['name'],
      optionSources: { states: { type: 'STATIC_CANONICAL', path: 'state' } },
      stats: { state: category(), amount: measure({ histogram: true }), placedOn: series() },
    }
    return { schema, data } as unknown as Resource
  })
}
