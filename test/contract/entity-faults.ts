/** Entities that are invalid in themselves, without a database. */
import { belongsTo, date, decimal, enumOf, hasMany, instant, integer, text } from 'corollary'
import type { Broken, Fault, FaultCase } from './board.js'

const task = (fields: object): Broken => ({ entities: { tasks: { fields } } })

/** A column whose own constraints contradict each other. */
const constraint = (says: string, column: object, message: string): FaultCase => ({
  says,
  broken: task({ effort: column }),
  faults: [['CONSTRAINT_INVALID', 'entities.tasks.effort', message]],
})

const noKey = (found: number): string =>
  `An entity has exactly one primary key column that is not nullable; found ${found}. Mark it, for example 'id: integer({ primaryKey: true, generated: true })'.`
/** The diagnostics that follow from an unusable entity. */
const withoutTags: readonly Fault[] = [
  [
    'RELATION_TARGET',
    'entities.tasks.tags',
    "The relation leads to 'tags', which is no usable entity of the schema",
  ],
  ['PATH_UNKNOWN', 'tasks.response.tagCount', "Path 'tags': no field 'tags' in tasks"],
  ['PATH_UNKNOWN', 'tasks.response.tagIds', "Path 'tags': no field 'tags' in tasks"],
  ['PATH_UNKNOWN', 'tasks.filter.taggedOver', "Path 'tags': no field 'tags' in tasks"],
  ['PATH_UNKNOWN', 'tasks.create.tagIds', "Path 'tags.id': no relation 'tags' in tasks"],
  ['PATH_UNKNOWN', 'tasks.update.tagIds', "Path 'tags.id': no relation 'tags' in tasks"],
]

export const entityFaults: readonly FaultCase[] = [
  {
    says: 'an entity without primary key is reported, and what depends on it',
    broken: { entities: { tags: { fields: { id: integer() } } } },
    faults: [['PRIMARY_KEY', 'entities.tags', noKey(0)], ...withoutTags],
  },
  {
    says: 'an entity with two primary keys is reported',
    broken: { entities: { teamLoads: { fields: { effort: integer({ primaryKey: true }) } } } },
    faults: [['PRIMARY_KEY', 'entities.teamLoads', noKey(2)]],
  },
  {
    says: 'a primary key that may be null is reported',
    broken: {
      entities: { teamLoads: { fields: { id: integer({ primaryKey: true, nullable: true }) } } },
    },
    faults: [['PRIMARY_KEY', 'entities.teamLoads', noKey(1)]],
  },
  {
    says: 'a relation to an entity that the schema does not have is reported, with the nearest one',
    broken: task({ blockers: hasMany('taks', { column: 'blocker_id' }) }),
    faults: [
      [
        'RELATION_TARGET',
        'entities.tasks.blockers',
        "The relation leads to 'taks', which is no usable entity of the schema; did you mean 'tasks'?",
      ],
    ],
  },
  {
    says: 'the error for an unknown relation target has no suggestion if none is similar',
    broken: task({ owner: belongsTo('accounts', { column: 'owner_id', nullable: true }) }),
    faults: [
      [
        'RELATION_TARGET',
        'entities.tasks.owner',
        "The relation leads to 'accounts', which is no usable entity of the schema",
      ],
    ],
  },
  {
    says: 'two fields over one column are reported',
    broken: task({ deadline: date({ column: 'due_on', nullable: true }) }),
    faults: [
      ['DUPLICATE', 'entities.tasks.deadline', "The column 'due_on' is already the field 'dueOn'."],
    ],
  },
  constraint(
    'a least length over the greatest is reported',
    text({ minLength: 9, maxLength: 8 }),
    'minLength is over maxLength.',
  ),
  constraint(
    'a negative length is reported',
    text({ minLength: -1, maxLength: 8 }),
    'a length is not positive.',
  ),
  constraint(
    'an invalid regular expression is reported',
    text({ pattern: '[a-' }),
    'pattern is no regular expression.',
  ),
  constraint(
    'a minimum over the maximum is reported',
    decimal({ precision: 6, scale: 2, minimum: '10', maximum: '9.99' }),
    'minimum is over maximum.',
  ),
  constraint(
    'more decimal places than digits are reported',
    decimal({ precision: 2, scale: 3 }),
    'scale must lie between 0 and precision.',
  ),
  constraint(
    'an enum without values is reported',
    enumOf([]),
    'an enum needs at least one value, each once.',
  ),
  constraint(
    'an enum with a value twice is reported',
    enumOf(['A', 'B', 'A']),
    'an enum needs at least one value, each once.',
  ),
  constraint(
    'a default that is not a value of the enum is reported',
    enumOf(['A', 'B'], { default: 'C' as 'A' }),
    'The default does not fit: takes one of A, B; got a text.',
  ),
  constraint(
    'a default beyond the maximum is reported',
    decimal({ precision: 6, scale: 2, maximum: '5', default: '7.00' }),
    'The default does not fit: must be at most 5.',
  ),
  constraint(
    'a default with more decimal places than the column is reported',
    decimal({ precision: 6, scale: 2, default: '7.001' }),
    'The default does not fit: must have at most 2 decimal places.',
  ),
  constraint(
    'a default of the wrong type is reported',
    date({ default: 'tomorrow' }),
    'The default does not fit: takes a date, yyyy-MM-dd; got a text.',
  ),
  constraint(
    'a default that is not a whole number is reported',
    integer({ default: 1.5 }),
    'The default does not fit: takes an integer; got a number.',
  ),
  constraint(
    'a limit of a decimal with an exponent is refused',
    decimal({ precision: 12, scale: 2, minimum: '1e3' }),
    "minimum '1e3' is not a decimal; write it as text with digits only, such as '1000' or '-0.5'.",
  ),
  constraint(
    'a limit of a decimal that is not a number is refused',
    decimal({ precision: 12, scale: 2, maximum: 'x' }),
    "maximum 'x' is not a decimal; write it as text with digits only, such as '1000' or '-0.5'.",
  ),
  constraint(
    'limits of a decimal that differ behind the fifteenth digit only are compared exactly',
    decimal({
      precision: 30,
      scale: 9,
      minimum: '100000000000.000000002',
      maximum: '100000000000.000000001',
    }),
    'minimum is over maximum.',
  ),
  constraint(
    'a limit of an integer that is NaN is refused',
    integer({ minimum: Number.NaN }),
    'minimum NaN is not an integer within ±(2^53 − 1).',
  ),
  constraint(
    'a limit of an integer that is infinite is refused',
    integer({ maximum: Number.POSITIVE_INFINITY }),
    'maximum Infinity is not an integer within ±(2^53 − 1).',
  ),
  constraint(
    'a length that is not a number is refused',
    text({ maxLength: Number.NaN }),
    'a length is not positive.',
  ),
  constraint(
    'a precision that is not a number is refused',
    decimal({ precision: Number.NaN, scale: 2 }),
    'scale must lie between 0 and precision.',
  ),
  constraint(
    'more digits behind the second than the database keeps are refused',
    instant({ precision: 9 }),
    'precision is the number of digits behind the second, 0 to 6.',
  ),
  {
    says: 'every broken constraint of a column is reported',
    broken: task({ title: text({ minLength: 9, maxLength: 0, pattern: '(' }) }),
    faults: [
      ['CONSTRAINT_INVALID', 'entities.tasks.title', 'minLength is over maxLength.'],
      ['CONSTRAINT_INVALID', 'entities.tasks.title', 'a length is not positive.'],
      ['CONSTRAINT_INVALID', 'entities.tasks.title', 'pattern is no regular expression.'],
    ],
  },
]
