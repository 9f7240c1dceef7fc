/** Advice that depends on names, collations, schemas and views. */
import {
  arrayOf,
  BETWEEN,
  count,
  EQUAL,
  IN,
  instant,
  integer,
  NOT_IN,
  SIZE_GT,
  STARTS_WITH,
  text,
} from 'corollary'
import type { AdviceCase } from './advice-cases.js'

/** A sort by names in a collation that the contract declares. */
const collated = (says: string, sql: string, ...advice: AdviceCase['advice']): AdviceCase => ({
  says,
  sql,
  broken: {
    entities: { tasks: { fields: { title: text({ maxLength: 80, collation: 'und-x-icu' }) } } },
    tasks: { filter: {}, defaultSort: ['title'] },
  },
  advice,
})

const wordy = 'alter table tasks add "order" integer, add "Group" text, add "a ""b""" timestamptz'
const wordyFields = {
  order: integer({ nullable: true }),
  group: text({ column: 'Group', nullable: true }),
  at: instant({ column: 'a "b"', nullable: true }),
}
const wordyFilter = { a: EQUAL('order'), b: STARTS_WITH('group'), c: BETWEEN('at') }

const ofArray = (
  says: string,
  filter: object,
  sql: string,
  ...advice: AdviceCase['advice']
): AdviceCase => ({
  says,
  sql: `alter table tasks add words text[]; ${sql}`,
  broken: {
    entities: { tasks: { fields: { words: arrayOf(text(), { nullable: true }) } } },
    tasks: { filter: { sought: filter }, defaultSort: [] },
  },
  advice,
})
const adviceForArray = ['tasks.filter.sought', 'CREATE INDEX ON tasks USING gin (words)'] as const

export const specialAdvice: readonly AdviceCase[] = [
  ofArray('items of an array', IN('words'), '', adviceForArray),
  ofArray(
    'a btree index of the array does not serve its items',
    IN('words'),
    'create index on tasks (words)',
    adviceForArray,
  ),
  ofArray(
    'an index of the items serves them',
    IN('words'),
    'create index on tasks using gin (words)',
  ),
  ofArray('items that an array lacks need no index', NOT_IN('words'), ''),
  ofArray('nor does the number of items', SIZE_GT('words'), ''),
  collated('an order in a collation of the contract', '', [
    'tasks.defaultSort',
    'CREATE INDEX ON tasks (title COLLATE "und-x-icu", id)',
  ]),
  collated(
    'an index in that collation supports the sort',
    'create index on tasks (title collate "und-x-icu", id)',
  ),
  collated(
    'an index in another collation does not support the sort',
    'create index on tasks (title, id); create index on tasks (title collate "C", id)',
    ['tasks.defaultSort', 'CREATE INDEX ON tasks (title COLLATE "und-x-icu", id)'],
  ),
  {
    says: 'names that SQL has for itself, and others that need quotes',
    sql: wordy,
    broken: {
      entities: { tasks: { fields: wordyFields } },
      tasks: { filter: wordyFilter, defaultSort: [] },
    },
    advice: [
      ['tasks.filter.a', 'CREATE INDEX ON tasks ("order")'],
      ['tasks.filter.b', 'CREATE INDEX ON tasks (lower("Group") text_pattern_ops)'],
      ['tasks.filter.c', 'CREATE INDEX ON tasks ("a ""b""")'],
    ],
  },
  {
    says: 'indexes on such names serve',
    sql: `${wordy}; create index on tasks ("order"); create index on tasks ("a ""b""");
      create index on tasks (lower("Group") text_pattern_ops)`,
    broken: {
      entities: { tasks: { fields: wordyFields } },
      tasks: { filter: wordyFilter, defaultSort: [] },
    },
    advice: [],
  },
  {
    says: 'a table of a schema is named with it',
    sql: `create schema "Plan"; alter table tasks set schema "Plan"; alter table task_tags set schema "Plan";
      alter table "Plan".task_tags drop constraint task_tags_pkey`,
    broken: {
      entities: { tasks: { options: { schema: 'Plan' } }, tags: { fields: { tasks: undefined } } },
      tasks: { filter: { a: EQUAL('ticket'), b: SIZE_GT('children'), c: SIZE_GT('tags') } },
    },
    advice: [
      ['tasks.filter.a', 'CREATE INDEX ON "Plan".tasks (ticket)'],
      ['tasks.filter.b', 'CREATE INDEX ON "Plan".tasks (parent_id)'],
      ['tasks.filter.c', 'CREATE INDEX ON "Plan".task_tags (task_id)'],
      ['tasks.defaultSort', 'CREATE INDEX ON "Plan".tasks (title, id)'],
    ],
  },
  {
    says: 'a statement is advised once, whatever asks for it',
    broken: {
      tasks: { filter: { a: EQUAL('dueOn'), b: BETWEEN('dueOn') }, defaultSort: [] },
    },
    advice: [['tasks.filter.a', 'CREATE INDEX ON tasks (due_on)']],
  },
  {
    says: 'the other side of a join table',
    broken: {
      tasks: { filter: {}, defaultSort: [] },
      more: [
        {
          ...{ entity: 'tags', key: 'board.tags', response: { id: '.', uses: count('tasks') } },
          ...{ filter: { usedOver: SIZE_GT('tasks') }, defaultSort: [] },
        },
      ],
    },
    advice: [['tags.filter.usedOver', 'CREATE INDEX ON task_tags (tag_id)']],
  },
  {
    says: 'a view has no index',
    broken: {
      tasks: { filter: {}, defaultSort: [] },
      more: [
        {
          ...{ entity: 'teamLoads', key: 'board.team-loads', response: { id: '.', effort: '.' } },
          ...{ filter: { effort: EQUAL() }, defaultSort: ['-effort'] },
        },
      ],
    },
    advice: [],
  },
]
