/** Resources over relations without triggers, with their advice. */
import { belongsTo, EQUAL, manyToMany } from 'corollary'
import type { Broken } from './board.js'

export interface DatasetCase {
  readonly says: string
  readonly broken: Broken
  /** SQL that runs on the valid tables first. */
  readonly sql?: string
  /**
   * The relations whose changes cannot be detected, by resource; none: all resources have versions.
   */
  readonly unseen: Readonly<Record<string, string>>
  /** The tables whose changes move the version of the last resource. */
  readonly tables?: readonly string[]
}

export const loads = {
  entity: 'teamLoads',
  key: 'board.loads',
  response: { id: '.', effort: '.' },
  filter: { id: EQUAL() },
  defaultSort: ['id'],
}
/** A resource of the view, which is created or declared in another way. */
const view = (
  says: string,
  sql: string,
  options: object,
  ...[unseen, tables]: [unseen: string] | [unseen: undefined, tables: readonly string[]]
): DatasetCase => ({
  says,
  sql: sql && `drop view team_loads; ${sql}`,
  broken: { entities: { teamLoads: { options } }, more: [loads] },
  unseen: unseen === undefined ? {} : { loads: unseen },
  ...(tables ? { tables } : {}),
})

const loadsQuery = 'select team_id as id, sum(effort) as effort from tasks group by team_id'
const materialized = `create materialized view team_loads as ${loadsQuery}`
const foreign = `create foreign data wrapper far; create server far foreign data wrapper far;
  create foreign table team_loads (id integer, effort numeric(15,2)) server far`
const byFunction = `create function loads() returns table (id bigint, effort numeric) language sql
    as '${loadsQuery}';
  create view team_loads as select id, effort from loads()`

export const datasetCases: readonly DatasetCase[] = [
  view('a view is made of its tables', '', {}, undefined, ['public.tasks']),
  view(
    'a view of views depends on the tables of all of them',
    `create view named as select id from teams; create view team_loads as
       select n.id, sum(t.effort) as effort from named n join tasks t on t.team_id = n.id group by 1`,
    {},
    undefined,
    ['public.tasks', 'public.teams'],
  ),
  ...[
    [
      'the current date',
      "team_id as id, 1.0 as effort from tasks where current_date > date '2020-01-01'",
    ],
    ['the current time', 'team_id as id, extract(epoch from now()) as effort from tasks'],
    ['chance', 'team_id as id, random()::numeric as effort from tasks'],
    ['a function of the database', 'team_id as id, rate() as effort from tasks'],
    ['the session', `team_id as id, current_setting('port')::numeric as effort from tasks`],
  ].map(([reason, columns]) =>
    view(
      `a view that depends on ${reason} is reported`,
      `create function rate() returns numeric language sql stable as 'select 1.0';
      create view team_loads as select ${columns}`,
      {},
      'public.team_loads',
    ),
  ),
  view(
    'a view with functions of its values is made of its tables',
    `create function twice(n numeric) returns numeric language sql immutable as 'select n * 2';
    create view team_loads as
      select team_id as id, twice(sum(effort)) + length(to_char(max(id), '9')) as effort
      from tasks group by team_id having date_trunc('day', timestamptz '2020-01-01') > '2019-01-01'`,
    {},
    undefined,
    ['public.tasks'],
  ),
  view('a materialized view is reported', materialized, {}, 'public.team_loads'),
  view(
    'a view of a materialized view is reported',
    `create materialized view sums as ${loadsQuery}; create view team_loads as select * from sums`,
    {},
    'public.sums',
  ),
  view(
    'a foreign table is reported',
    foreign,
    { view: false, immutable: true },
    'public.team_loads',
  ),
  view(
    'a view of system tables depends on no table',
    `create view team_loads as select 1 as id, count(*)::numeric(15,2) as effort
       from pg_catalog.pg_class c join pg_catalog.pg_class d on d.oid = c.oid`,
    {},
    'team_loads',
  ),
  view('a view of a function tells no table', byFunction, {}, 'public.team_loads'),
  view(
    'a view without tables depends on no table',
    'create view team_loads as select 1 as id, 1::numeric(15,2) as effort',
    {},
    'team_loads',
  ),
  view(
    'declared tables replace a materialized view',
    materialized,
    { dependsOn: ['tasks', 'public.tags'] },
    undefined,
    ['public.tags', 'public.tasks'],
  ),
  view(
    'declared tables are added to those of the catalog',
    '',
    { dependsOn: ['tags'] },
    undefined,
    ['public.tags', 'public.tasks'],
  ),
  view(
    'a declared relation may be a view',
    `${materialized}; create view taggings as select name from tags join task_tags on tag_id = id`,
    { dependsOn: ['taggings'] },
    undefined,
    ['public.tags', 'public.task_tags', 'public.tasks'],
  ),
  view(
    'a missing table that is declared is reported',
    '',
    { dependsOn: ['tasks', 'lost'] },
    'lost',
  ),
  view(
    'a declared table in a missing schema is reported',
    byFunction,
    { dependsOn: ['far.lost', 'tasks'] },
    'far.lost',
  ),
  view(
    'a declared materialized view is reported',
    `${materialized}; create materialized view sums as ${loadsQuery}`,
    { dependsOn: ['sums'] },
    'public.sums',
  ),
]

/** A resource that reaches the materialized view through one part of its contract only. */
const reaching = (says: string, tasks: object): DatasetCase => ({
  says: `${says} reaches it`,
  sql: `drop view team_loads; ${materialized}`,
  broken: {
    entities: {
      tasks: { fields: { load: belongsTo('teamLoads', { column: 'team_id' }) } },
    },
    tasks: { create: undefined, update: undefined, intents: undefined, ...tasks },
  },
  unseen: { tasks: 'public.team_loads' },
})
const rows = { response: { id: '.', title: '.' }, filter: {}, defaultSort: ['title'] }

export const reachCases: readonly DatasetCase[] = [
  {
    ...reaching('nothing', rows),
    unseen: {},
    tables: ['public.tasks'],
  },
  reaching('a field', { ...rows, response: { ...rows.response, load: 'load.effort' } }),
  reaching('a filter', { ...rows, filter: { load: EQUAL('load.effort') } }),
  reaching('an option source', {
    ...rows,
    optionSources: { loads: { type: 'LIGHT_LOOKUP', id: 'load.id', label: 'load.effort' } },
  }),
  reaching('an order of an option source', {
    ...rows,
    optionSources: {
      titles: { type: 'DISTINCT_DIMENSION', path: 'title', sorts: { load: 'load.effort' } },
    },
  }),
  {
    says: 'the way of an option source to its resource reaches it',
    sql: `drop view team_loads; ${materialized}`,
    broken: {
      entities: {
        tasks: { fields: { load: belongsTo('teamLoads', { column: 'load_id' }) } },
        teamLoads: { fields: { team: belongsTo('teams', { column: 'team_id' }) } },
      },
      tasks: {
        ...{ create: undefined, update: undefined, intents: undefined, ...rows },
        optionSources: {
          teams: { type: 'RESOURCE_ENTITY', resource: 'board.teams', path: 'load.team' },
        },
      },
      more: [{ ...loads, entity: 'teams', key: 'board.teams', response: { id: '.', name: '.' } }],
    },
    unseen: { tasks: 'public.team_loads' },
  },
  {
    says: 'a join table that is a materialized view is reported',
    sql: 'create materialized view links as select task_id, tag_id from task_tags',
    broken: {
      entities: {
        tasks: {
          fields: {
            tags: manyToMany('tags', { through: 'links', from: 'task_id', target: 'tag_id' }),
          },
        },
      },
    },
    unseen: { tasks: 'public.links' },
  },
]
