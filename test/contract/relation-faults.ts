/** Relations over columns whose foreign keys refer to other tables, and valid ones. */
import { belongsTo, hasMany, manyToMany } from 'corollary'
import type { DatabaseCase } from './database-faults.js'

interface RelationCase {
  readonly says: string
  readonly sql: string
  readonly fields: object
  /** Path, and the target of the foreign key. */
  readonly fault?: readonly [path: string, message: string]
  readonly entity?: string
}

const toCase = ({ says, sql, fields, fault, entity = 'tasks' }: RelationCase): DatabaseCase => ({
  says,
  sql,
  broken: {
    entities: { [entity]: { fields } },
    tasks: { create: undefined },
  },
  faults: fault ? [['RELATION_TARGET', fault[0], fault[1]]] : [],
})

/** A column of the tasks, and a to-one relation to the teams over it. */
const squad = { squad: belongsTo('teams', { column: 'squad_id', nullable: true }) }
/** The name of a team has at most 60 characters, and a collation. */
const crew = { crew: belongsTo('teams', { column: 'crew', references: 'name', nullable: true }) }
const crewColumn = (type: string): string =>
  `alter table teams add unique (name); alter table tasks add crew ${type} references teams (name)`

export const relationFaults: readonly DatabaseCase[] = [
  {
    says: 'a to-one relation over a foreign key to another column than the key',
    sql: 'alter table teams add number bigint unique; alter table tasks add squad_id bigint references teams (number)',
    fields: squad,
    fault: [
      'entities.tasks.squad',
      "The foreign key of 'squad_id' in 'tasks' refers to 'number' of 'public.teams', not to 'id' of 'teams', the key of teams.",
    ] as const,
  },
  {
    says: 'a to-one relation over a foreign key to another table',
    sql: 'alter table tasks add squad_id bigint references tags',
    fields: squad,
    fault: [
      'entities.tasks.squad',
      "The foreign key of 'squad_id' in 'tasks' refers to 'id' of 'public.tags', not to 'id' of 'teams', the key of teams.",
    ] as const,
  },
  {
    says: 'a to-one relation over a part of a foreign key that refers to another column',
    sql: `alter table teams add number bigint unique, add unique (number, name);
      alter table tasks add squad_id bigint, add squad_name varchar(60) collate "und-x-icu",
        add foreign key (squad_id, squad_name) references teams (number, name)`,
    fields: squad,
    fault: [
      'entities.tasks.squad',
      "The foreign key of 'squad_id' in 'tasks' refers to 'number' of 'public.teams', not to 'id' of 'teams', the key of teams.",
    ] as const,
  },
  {
    says: 'a collection over a foreign key to another table',
    sql: '',
    entity: 'tags',
    fields: { tasks: hasMany('tasks', { column: 'team_id' }) },
    fault: [
      'entities.tags.tasks',
      "The foreign key of 'team_id' in 'tasks' refers to 'id' of 'public.teams', not to 'id' of 'tags', the key of tags.",
    ] as const,
  },
  {
    says: 'a many-to-many whose join table links another table',
    sql: '',
    fields: {
      mates: manyToMany('teams', { through: 'task_tags', from: 'task_id', target: 'tag_id' }),
    },
    fault: [
      'entities.tasks.mates',
      "The foreign key of 'tag_id' in 'task_tags' refers to 'id' of 'public.tags', not to 'id' of 'teams', the key of teams.",
    ] as const,
  },
]
  .map(toCase)
  .concat({
    says: 'a foreign key with another collation than the key',
    sql: crewColumn('varchar(60) collate "C"'),
    broken: { entities: { tasks: { fields: crew } } },
    faults: [
      [
        'COLLATION_MISMATCH',
        'entities.tasks.crew',
        "The column has the collation 'C' and refers to a column with 'und-x-icu', with which PostgreSQL does not compare it; give both the same collation.",
      ],
    ],
  })

export const soundRelations: readonly DatabaseCase[] = [
  ...['varchar(9)', 'varchar(90)', 'text', 'char(20)'].map((type) => ({
    says: `a foreign key of type ${type} is accepted, whatever the length of the key`,
    sql: crewColumn(type),
    fields: crew,
  })),
  {
    says: 'a relation without any foreign key is accepted',
    sql: 'alter table tasks add squad_id bigint',
    fields: squad,
  },
  {
    says: 'a relation over a foreign key of several columns is accepted when it refers to the key',
    sql: `alter table teams add unique (id, name);
      alter table tasks add squad_id bigint, add squad_name varchar(60) collate "und-x-icu",
        add foreign key (squad_id, squad_name) references teams (id, name)`,
    fields: squad,
  },
  {
    says: 'a relation over a part of a foreign key to another table is accepted',
    sql: `alter table tags add unique (id, name);
      alter table tasks add squad_id bigint, add label text,
        add foreign key (squad_id, label) references tags (id, name)`,
    fields: squad,
  },
  {
    says: 'a relation to a table whose key is the key of the referenced table is accepted',
    sql: `create table persons (id bigint primary key);
      alter table teams add foreign key (id) references persons;
      alter table tasks add squad_id bigint references persons`,
    fields: squad,
  },
  {
    says: 'a relation to a view, which no foreign key can refer to, is accepted',
    sql: 'alter table tasks add squad_id bigint references teams',
    fields: { load: belongsTo('teamLoads', { column: 'squad_id', nullable: true }) },
  },
  {
    says: 'a relation over one of two foreign keys is accepted',
    sql: 'alter table tasks add squad_id bigint references teams, add foreign key (squad_id) references tags',
    fields: squad,
  },
].map(toCase)
