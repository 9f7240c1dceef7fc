/** Members that are misspelt, missing or of the wrong type, in every kind of declaration. */
import {
  belongsTo,
  boolean,
  category,
  count,
  date,
  decimal,
  enumOf,
  hasMany,
  instant,
  integer,
  json,
  LIKE,
  list,
  manyToMany,
  text,
  uuid,
  version,
} from 'corollary'
import type { Broken, FaultCase } from './board.js'

const perform = () => undefined

/** Members that the type checker would refuse. */
const wrong = (options: object) => options as never

type Case = readonly [says: string, broken: Broken, path: string, message: string]

const tasks = (members: object): Broken => ({ tasks: { ...members } })
const column = (title: object): Broken => ({ entities: { tasks: { fields: { extra: title } } } })
const options = (members: object): Broken => ({ entities: { tasks: { options: members } } })
const near = (name: string, meant: string): string =>
  `There is no member '${name}'; did you mean '${meant}'?`

const restriction = { visibelTo: ['boss'] }
const noSuchRestriction = near('visibelTo', 'visibleTo')

/** A column of each type, with a misspelt restriction. */
const columns: Readonly<Record<string, object>> = {
  text: text(wrong(restriction)),
  integer: integer(wrong(restriction)),
  decimal: decimal(wrong({ precision: 6, scale: 2, ...restriction })),
  boolean: boolean(wrong(restriction)),
  date: date(wrong(restriction)),
  instant: instant(wrong(restriction)),
  uuid: uuid(wrong(restriction)),
  enum: enumOf(['A'], wrong(restriction)),
  json: json(wrong(restriction)),
  version: version(wrong(restriction)),
  belongsTo: belongsTo('teams', wrong({ column: 'x_id', ...restriction })),
  hasMany: hasMany('tasks', wrong({ column: 'parent_id', ...restriction })),
  manyToMany: manyToMany(
    'tags',
    wrong({ through: 'task_tags', from: 'task_id', target: 'tag_id', ...restriction }),
  ),
}

const sources: Readonly<Record<string, object>> = {
  RESOURCE_ENTITY: { resource: 'board.tasks' },
  DISTINCT_DIMENSION: { path: 'title' },
  CATEGORICAL_BUCKET: { path: 'state', label: 'title' },
  LIGHT_LOOKUP: { id: 'team.id', label: 'team.name' },
  STATIC_CANONICAL: { path: 'state' },
}

const unknown: readonly Case[] = [
  ['a resource', tasks({ fliter: {} }), 'tasks.fliter', near('fliter', 'filter')],
  [
    'an entity',
    options({ rowacces: {} }),
    'entities.tasks.rowacces',
    near('rowacces', 'rowAccess'),
  ],
  [
    'an entity that is not written',
    options({ immutabel: true }),
    'entities.tasks.immutabel',
    near('immutabel', 'immutable'),
  ],
  ...Object.entries(columns).map(
    ([kind, declared]): Case => [
      `a field of kind ${kind}`,
      { entities: { tags: { fields: { extra: declared } } } },
      'entities.tags.extra.visibelTo',
      noSuchRestriction,
    ],
  ),
  [
    'a text',
    column(text(wrong({ maxlength: 5, nullable: true }))),
    'entities.tasks.extra.maxlength',
    near('maxlength', 'maxLength'),
  ],
  [
    'row access',
    options({ rowAccess: { filter: {}, visibleTo: () => 'all', visibleFor: () => 'none' } }),
    'entities.tasks.rowAccess.visibleFor',
    near('visibleFor', 'visibleTo'),
  ],
  [
    'a check',
    options({ checks: { c: { field: 'effort', message: 'x', messages: 'y' } } }),
    'entities.tasks.checks.c.messages',
    near('messages', 'message'),
  ],
  [
    'a guard',
    tasks({ guards: { read: { authority: ['boss'] } } }),
    'tasks.guards.read.authority',
    near('authority', 'authorities'),
  ],
  [
    'a rule',
    tasks({ guards: { update: { rule: { refuses: perform, need: ['title'] } } } }),
    'tasks.guards.update.rule.need',
    near('need', 'needs'),
  ],
  [
    'an intent',
    tasks({ intents: { plan: { title: 'Plan', fields: { dueOn: '.' }, authorities: ['boss'] } } }),
    'tasks.intents.plan.authorities',
    "There is no member 'authorities'; there are title, description, fields.",
  ],
  [
    'an action',
    tasks({ actions: { close: { title: 'Close', perform, allowedState: ['OPEN'] } } }),
    'tasks.actions.close.allowedState',
    near('allowedState', 'allowedStates'),
  ],
  [
    'the interaction of an action',
    tasks({ actions: { close: { title: 'Close', perform, interaction: { risklevel: 'HIGH' } } } }),
    'tasks.actions.close.interaction.risklevel',
    near('risklevel', 'riskLevel'),
  ],
  [
    'a bulk action',
    tasks({ actions: { close: { title: 'Close', perform, bulk: { maxItem: 5 } } } }),
    'tasks.actions.close.bulk.maxItem',
    near('maxItem', 'maxItems'),
  ],
  [
    'a member of an action',
    tasks({
      actions: { close: { title: 'Close', perform, request: { why: text(wrong({ max: 5 })) } } },
    }),
    'tasks.actions.close.request.why.max',
    "There is no member 'max'; there are is, kind, column, nullable, primaryKey, generated, visibleTo, editableBy, audited, label, description, defaultFrom, computed, refersTo, filledBy, minLength, maxLength, pattern, format, collation, default, reads.",
  ],
  [
    'a filter field',
    tasks({ filter: { title: LIKE('.', wrong({ lable: 'x' })) } }),
    'tasks.filter.title.lable',
    near('lable', 'label'),
  ],
  [
    'a collection in a response',
    tasks({ response: { id: '.', title: '.', n: { ...count('tags'), visibleTo: [] } } }),
    'tasks.response.n.visibleTo',
    "There is no member 'visibleTo'; there are is, path.",
  ],
  ...Object.entries(sources).map(
    ([type, members]): Case => [
      `an option source of type ${type}`,
      tasks({ optionSources: { s: { type, ...members, dependOn: ['title'] } } }),
      'tasks.optionSources.s.dependOn',
      near('dependOn', 'dependsOn'),
    ],
  ),
  [
    'an option',
    tasks({
      optionSources: {
        s: { type: 'STATIC_CANONICAL', options: [{ id: 1, label: 'a', lable: 'b' }] },
      },
    }),
    'tasks.optionSources.s.options[0].lable',
    near('lable', 'label'),
  ],
  [
    'a field of statistics',
    tasks({ stats: { title: category(wrong({ authoritys: ['boss'] })) } }),
    'tasks.stats.title.authoritys',
    near('authoritys', 'authorities'),
  ],
  [
    'the modes of statistics',
    tasks({ statsModes: { groupby: 'DISABLED' } }),
    'tasks.statsModes.groupby',
    near('groupby', 'groupBy'),
  ],
  [
    'a surface',
    tasks({ surfaces: { plan: { operation: 'plan', title: 'Plan', tag: ['x'] } } }),
    'tasks.surfaces.plan.tag',
    near('tag', 'tags'),
  ],
  [
    'hints',
    tasks({ hints: { title: { formhidden: true } } }),
    'tasks.hints.title.formhidden',
    near('formhidden', 'formHidden'),
  ],
  [
    'deprecations',
    tasks({ deprecated: { field: {} } }),
    'tasks.deprecated.field',
    near('field', 'fields'),
  ],
  [
    'a deprecation',
    tasks({ deprecated: { fields: { title: { since: '2026-01-01', sunsets: '2027-01-01' } } } }),
    'tasks.deprecated.fields.title.sunsets',
    near('sunsets', 'sunset'),
  ],
  [
    'examples',
    tasks({ examples: { filters: {} } }),
    'tasks.examples.filters',
    near('filters', 'filter'),
  ],
  [
    'an example',
    tasks({ examples: { filter: { one: { value: {}, sumary: 'x' } } } }),
    'tasks.examples.filter.one.sumary',
    near('sumary', 'summary'),
  ],
]

const missing = (accepts: string): string => `It is missing; it must be ${accepts}.`
const got = (accepts: string, what: string): string => `It must be ${accepts}; got ${what}.`
const aFilter = 'a filter operation, for example LIKE()'
const forgotten = 'a function; were its parentheses forgotten?'

const invalid: readonly Case[] = [
  [
    'no filter',
    tasks({ filter: undefined }),
    'tasks.filter',
    missing('filter operations by field'),
  ],
  [
    'no response',
    tasks({ response: undefined }),
    'tasks.response',
    missing('response fields by name'),
  ],
  [
    'no default sort',
    tasks({ defaultSort: undefined }),
    'tasks.defaultSort',
    missing('a list of texts'),
  ],
  ['no key', tasks({ key: undefined }), 'resources[0].key', missing('a text')],
  [
    'a default sort that is a text',
    tasks({ defaultSort: 'title' }),
    'tasks.defaultSort',
    got('a list of texts', 'a text'),
  ],
  [
    'a filter operation without brackets',
    tasks({ filter: { title: LIKE } }),
    'tasks.filter.title',
    `It must be ${aFilter}; got ${forgotten}`,
  ],
  [
    'a statistic without brackets',
    tasks({ stats: { state: category } }),
    'tasks.stats.state',
    `It must be a field of statistics, for example category(); got ${forgotten}`,
  ],
  [
    'a column without brackets',
    { entities: { tags: { fields: { note: text } } } },
    'entities.tags.note',
    `It must be a column or a relation, for example text() or belongsTo('teams', { … }); got ${forgotten}`,
  ],
  [
    'a response field that is null',
    tasks({ response: { id: '.', title: '.', state: null } }),
    'tasks.response.state',
    got('a path, count(…), ids(…) or list(…)', 'null'),
  ],
  [
    'a list without members',
    tasks({ response: { id: '.', title: '.', x: list('tags', undefined as never) } }),
    'tasks.response.x.members',
    missing('paths by member'),
  ],
  [
    'an intent without fields',
    tasks({ intents: { plan: { title: 'Plan' } } }),
    'tasks.intents.plan.fields',
    missing('paths by member'),
  ],
  [
    'row access without a function',
    options({ rowAccess: { filter: {} } }),
    'entities.tasks.rowAccess.visibleTo',
    missing('a function'),
  ],
  [
    'authorities that are a text',
    tasks({ guards: { update: { authorities: 'boss' } } }),
    'tasks.guards.update.authorities',
    got('a list of texts', 'a text'),
  ],
  [
    'a rule without code',
    tasks({ guards: { update: { rule: {} } } }),
    'tasks.guards.update.rule.refuses',
    missing('a function'),
  ],
  [
    'public operations that are a text',
    tasks({ public: 'filter' }),
    'tasks.public',
    got("'read', or a list of operations", 'a text'),
  ],
  [
    'an action without code',
    tasks({ actions: { close: { title: 'Close' } } }),
    'tasks.actions.close.perform',
    missing('a function, or a public method of the class'),
  ],
  [
    'an action without a title',
    tasks({ actions: { close: { perform } } }),
    'tasks.actions.close.title',
    missing('a text'),
  ],
  [
    'an unknown need',
    tasks({ actions: { close: { title: 'Close', perform, idempotencyKey: 'REQUIERD' } } }),
    'tasks.actions.close.idempotencyKey',
    got('one of NONE, OPTIONAL, REQUIRED', 'a text'),
  ],
  [
    'an unknown atomicity',
    tasks({ actions: { close: { title: 'Close', perform, bulk: { atomicity: 'ALL' } } } }),
    'tasks.actions.close.bulk.atomicity',
    got('one of ATOMIC, PER_ITEM', 'a text'),
  ],
  [
    'a largest page that is a text',
    tasks({ optionSources: { s: { type: 'DISTINCT_DIMENSION', path: 'title', maxSize: '5' } } }),
    'tasks.optionSources.s.maxSize',
    got('a number', 'a text'),
  ],
  [
    'a switch that is a text',
    tasks({ readOnly: 'false' }),
    'tasks.readOnly',
    got('true or false', 'a text'),
  ],
]

const cases = (
  code: 'MEMBER_UNKNOWN' | 'MEMBER_INVALID',
  title: (says: string) => string,
  rows: readonly Case[],
): readonly FaultCase[] =>
  rows.map(([says, broken, path, message]) => ({
    says: title(says),
    broken,
    faults: [[code, path, message]],
  }))

export const memberFaults: readonly FaultCase[] = [
  ...cases('MEMBER_UNKNOWN', (says) => `a misspelt member of ${says} is reported`, unknown),
  ...cases('MEMBER_INVALID', (says) => `${says} is reported`, invalid),
]
