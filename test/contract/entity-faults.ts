/** Entities that are invalid in themselves, without a database. */
import { belongsTo, date, decimal, enumOf, hasMany, instant, integer, text, uuid } from 'corollary'
import type { Broken, Fault, FaultCase } from './board.js'

const task = (fields: object): Broken => ({ entities: { tasks: { fields } } })

/** A column whose own constraints contradict each other. */
const constraint = (says: string, column: object, message: string): FaultCase => ({
  says,
  broken: task({ effort: column }),
  faults: [['CONSTRAINT_INVALID', 'entities.tasks.effort', message]],
})

const markKey = "Mark it, for example 'id: integer({ primaryKey: true, generated: true })'."
const noKey = (found: number, remedy = markKey): string =>
  `An entity needs exactly one primary key column, which is not nullable; found ${found}. ${remedy}`
/** The diagnostics that follow from an unusable entity. */
const withoutTags: readonly Fault[] = [
  [
    'RELATION_TARGET',
    'entities.tasks.tags',
    "There is no usable entity 'tags' in the schema; there are teams, tasks, teamLoads.",
  ],
  [
    'PATH_UNKNOWN',
    'tasks.response.tagCount',
    "There is no field 'tags' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, parent, children.",
  ],
  [
    'PATH_UNKNOWN',
    'tasks.response.tagIds',
    "There is no field 'tags' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, parent, children.",
  ],
  [
    'PATH_UNKNOWN',
    'tasks.filter.taggedOver',
    "There is no field 'tags' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, parent, children.",
  ],
  [
    'PATH_UNKNOWN',
    'tasks.create.tagIds',
    "There is no relation 'tags' in tasks (path 'tags.id'); there are team, parent, children.",
  ],
  [
    'PATH_UNKNOWN',
    'tasks.update.tagIds',
    "There is no relation 'tags' in tasks (path 'tags.id'); there are team, parent, children.",
  ],
]

/** The tasks belong to a tenant, the other entities are shared. */
const tenants = (tasks: object, others: object = {}): Broken => ({
  entities: {
    tasks: { fields: { tenantId: uuid(), parent: undefined, children: undefined }, ...tasks },
    teams: { options: { shared: true } },
    tags: { options: { shared: true } },
    teamLoads: { options: { shared: true } },
    ...others,
  },
  tasks: { response: { id: '.', title: '.' }, create: undefined, update: undefined, filter: {} },
})

const tenantFaults: readonly FaultCase[] = [
  {
    says: 'an entity that does not say whose rows it holds is reported if others have tenants',
    broken: tenants({ options: { tenant: 'tenantId' } }, { teamLoads: {} }),
    faults: [
      [
        'TENANT_INVALID',
        'entities.teamLoads',
        "Other entities have tenants: name the column of its tenant in 'tenant', or declare that all tenants share its rows with 'shared: true'.",
      ],
    ],
  },
  {
    says: 'a tenant that is not a field is reported',
    broken: tenants({ options: { tenant: 'tenantIdd' } }),
    faults: [
      [
        'TENANT_INVALID',
        'entities.tasks.tenant',
        "There is no field 'tenantIdd' in tasks; did you mean 'tenantId'?",
      ],
    ],
  },
  {
    says: 'a tenant that may be null is reported',
    broken: tenants({
      fields: { tenantId: uuid({ nullable: true }) },
      options: { tenant: 'tenantId' },
    }),
    faults: [
      [
        'TENANT_INVALID',
        'entities.tasks.tenant',
        "'tenantId' is not a column of type text, uuid, integer, bigint that is never null.",
      ],
    ],
  },
  {
    says: 'a shared entity that refers to rows of a tenant is reported',
    broken: tenants(
      { options: { tenant: 'tenantId' } },
      {
        tags: {
          fields: { task: belongsTo('tasks', { column: 'task_id' }) },
          options: { shared: true },
        },
      },
    ),
    faults: [
      [
        'TENANT_INVALID',
        'entities.tags.task',
        'tags is shared by all tenants and cannot refer to rows of one, such as those of tasks.',
      ],
    ],
  },
  {
    says: 'a relation whose foreign key names the tenant is reported',
    broken: tenants({
      fields: { tenantId: integer(), owner: belongsTo('teams', { column: 'tenant_id' }) },
      options: { tenant: 'tenantId' },
    }),
    faults: [
      [
        'TENANT_INVALID',
        'entities.tasks.owner',
        "'tenant_id' holds the tenant, so nothing else can name it: leave it out of 'owner'.",
      ],
    ],
  },
  {
    says: 'a path to the tenant is reported',
    broken: {
      ...tenants({ options: { tenant: 'tenantId' } }),
      tasks: {
        ...tenants({}).tasks,
        response: { id: '.', title: '.', tenant: 'tenantId' },
      },
    },
    faults: [
      [
        'PATH_UNKNOWN',
        'tasks.response.tenant',
        "There is no field 'tenantId' in tasks; there are id, title, effort, done, state, dueOn, closedAt, ticket, extra, version, team, tags.",
      ],
    ],
  },
]

export const entityFaults: readonly FaultCase[] = [
  ...tenantFaults,
  {
    says: 'an entity without primary key is reported, and what depends on it',
    broken: { entities: { tags: { fields: { id: integer() } } } },
    faults: [['PRIMARY_KEY', 'entities.tags', noKey(0)], ...withoutTags],
  },
  {
    says: 'an entity with two primary keys is reported',
    broken: { entities: { teamLoads: { fields: { effort: integer({ primaryKey: true }) } } } },
    faults: [
      [
        'PRIMARY_KEY',
        'entities.teamLoads',
        noKey(2, "Declare them as one: 'id: compositeKey(['id', 'effort'])'."),
      ],
    ],
  },
  {
    says: 'a primary key that may hold infinity is reported',
    broken: {
      entities: {
        teamLoads: { fields: { id: decimal({ primaryKey: true, specialValues: true }) } },
      },
    },
    faults: [
      [
        'CONSTRAINT_INVALID',
        'entities.teamLoads.id',
        'A key cannot have specialValues: no id could name its record.',
      ],
    ],
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
        "There is no usable entity 'taks' in the schema; did you mean 'tasks'?",
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
        "There is no usable entity 'accounts' in the schema; there are teams, tasks, tags, teamLoads.",
      ],
    ],
  },
  {
    says: 'two fields over one column are reported',
    broken: task({ deadline: date({ column: 'due_on', nullable: true }) }),
    faults: [
      [
        'DUPLICATE',
        'entities.tasks.deadline',
        "The column 'due_on' already belongs to the field 'dueOn'.",
      ],
    ],
  },
  constraint(
    'a least length over the greatest is reported',
    text({ minLength: 9, maxLength: 8 }),
    'minLength is greater than maxLength.',
  ),
  constraint(
    'a negative length is reported',
    text({ minLength: -1, maxLength: 8 }),
    'Lengths must be integers, and maxLength at least 1.',
  ),
  constraint(
    'an invalid regular expression is reported',
    text({ pattern: '[a-' }),
    'pattern is not a regular expression.',
  ),
  constraint(
    'a minimum over the maximum is reported',
    decimal({ precision: 6, scale: 2, minimum: '10', maximum: '9.99' }),
    'minimum is greater than maximum.',
  ),
  constraint(
    'more decimal places than digits are reported',
    decimal({ precision: 2, scale: 3 }),
    'scale must be between 0 and precision, and both or neither must be declared.',
  ),
  constraint(
    'a scale without precision is reported',
    decimal({ scale: 3 } as never),
    'scale must be between 0 and precision, and both or neither must be declared.',
  ),
  constraint(
    'an enum without values is reported',
    enumOf([]),
    'An enum needs at least one value, and no value twice.',
  ),
  constraint(
    'an enum with a value twice is reported',
    enumOf(['A', 'B', 'A']),
    'An enum needs at least one value, and no value twice.',
  ),
  constraint(
    'a default that is not a value of the enum is reported',
    enumOf(['A', 'B'], { default: 'C' as 'A' }),
    'The default does not fit: it must be one of A, B; got a text.',
  ),
  constraint(
    'a default beyond the maximum is reported',
    decimal({ precision: 6, scale: 2, maximum: '5', default: '7.00' }),
    'The default does not fit: it must be at most 5.',
  ),
  constraint(
    'a default with more decimal places than the column is reported',
    decimal({ precision: 6, scale: 2, default: '7.001' }),
    'The default does not fit: it must have at most 2 decimal places.',
  ),
  constraint(
    'a default of the wrong type is reported',
    date({ default: 'tomorrow' }),
    'The default does not fit: it must be a date, yyyy-MM-dd; got a text.',
  ),
  constraint(
    'a default that is not a whole number is reported',
    integer({ default: 1.5 }),
    'The default does not fit: it must be an integer; got a number.',
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
    'minimum is greater than maximum.',
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
    'Lengths must be integers, and maxLength at least 1.',
  ),
  constraint(
    'a precision that is not a number is refused',
    decimal({ precision: Number.NaN, scale: 2 }),
    'scale must be between 0 and precision, and both or neither must be declared.',
  ),
  constraint(
    'more digits behind the second than the database keeps are refused',
    instant({ precision: 9 }),
    'precision must be a number of fractional digits of a second, 0 to 6.',
  ),
  {
    says: 'every broken constraint of a column is reported',
    broken: task({ title: text({ minLength: 9, maxLength: 0, pattern: '(' }) }),
    faults: [
      ['CONSTRAINT_INVALID', 'entities.tasks.title', 'minLength is greater than maxLength.'],
      [
        'CONSTRAINT_INVALID',
        'entities.tasks.title',
        'Lengths must be integers, and maxLength at least 1.',
      ],
      ['CONSTRAINT_INVALID', 'entities.tasks.title', 'pattern is not a regular expression.'],
    ],
  },
]
