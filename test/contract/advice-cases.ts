/** Filters and sorts over one table, each with the advice of `corollary check`. */
import {
  BETWEEN,
  ENDS_WITH,
  EQUAL,
  GREATER_THAN,
  IN,
  IN_LAST_DAYS,
  IS_NULL,
  LIKE,
  NOT_EQUAL,
  NOT_LIKE,
  ON_DATE,
  OUTSIDE_RANGE,
  SIZE_GT,
  STARTS_WITH,
} from 'corollary'
import { type Broken, soundTasks } from './board.js'

export interface AdviceCase {
  readonly says: string
  readonly broken: Broken
  /** Indexes that exist already. */
  readonly sql?: string
  /**
   * Path and statement of each recommendation; none: an index supports it already, or no index
   * could.
   */
  readonly advice: readonly (readonly [path: string, statement: string])[]
}

const trigram = (index: string): string => `CREATE EXTENSION IF NOT EXISTS pg_trgm; ${index}`

/** One filter field, and no sort that could need an index. */
const filter = (says: string, field: object, statement?: string, sql?: string): AdviceCase => ({
  says,
  broken: { tasks: { filter: { sought: field }, defaultSort: [] } },
  advice: statement === undefined ? [] : [['tasks.filter.sought', statement]],
  ...(sql === undefined ? {} : { sql }),
})

/** The default sort, and no filter. */
const order = (
  says: string,
  defaultSort: readonly string[],
  statement?: string,
  sql?: string,
): AdviceCase => ({
  says,
  broken: {
    tasks: {
      filter: {},
      response: { ...soundTasks.response, teamId: 'team.id', closedAt: '.' },
      defaultSort,
    },
  },
  advice: statement === undefined ? [] : [['tasks.defaultSort', statement]],
  ...(sql === undefined ? {} : { sql }),
})

const filters: readonly AdviceCase[] = [
  filter('an equality', EQUAL('ticket'), 'CREATE INDEX ON tasks (ticket)'),
  filter('a list of values', IN('state'), 'CREATE INDEX ON tasks (state)'),
  filter('a comparison', GREATER_THAN('effort'), 'CREATE INDEX ON tasks (effort)'),
  filter('a range', BETWEEN('dueOn'), 'CREATE INDEX ON tasks (due_on)'),
  filter('a day', ON_DATE('closedAt'), 'CREATE INDEX ON tasks (closed_at)'),
  filter('the last days', IN_LAST_DAYS('closedAt'), 'CREATE INDEX ON tasks (closed_at)'),
  filter('a foreign key', EQUAL('team.id'), 'CREATE INDEX ON tasks (team_id)'),
  filter(
    'the start of a text',
    STARTS_WITH('title'),
    'CREATE INDEX ON tasks (lower(title) text_pattern_ops)',
  ),
  ...[LIKE('title'), ENDS_WITH('title')].map((field) =>
    filter(
      `${field.operation} in a text`,
      field,
      trigram('CREATE INDEX ON tasks USING gin (lower(title) gin_trgm_ops)'),
    ),
  ),
  filter(
    'a text of another table',
    LIKE('parent.team.name'),
    trigram('CREATE INDEX ON teams USING gin (lower(name) gin_trgm_ops)'),
  ),
  filter('the size of a collection', SIZE_GT('children'), 'CREATE INDEX ON tasks (parent_id)'),
  filter(
    'the size of a collection behind a relation',
    SIZE_GT('team.tasks'),
    'CREATE INDEX ON tasks (team_id)',
  ),
  filter(
    'a search in a collection: its rows must be found first',
    EQUAL('children.ticket'),
    'CREATE INDEX ON tasks (parent_id)',
  ),
  filter('the primary key needs none', EQUAL('id')),
  filter('a join table with its own primary key needs none', SIZE_GT('tags')),
  filter('what leaves out few rows needs none', NOT_EQUAL('ticket')),
  filter('nor does what is not like', NOT_LIKE('title')),
  filter('nor what is outside a range', OUTSIDE_RANGE('effort')),
  filter('nor a test for null', IS_NULL('dueOn')),
  filter('nor a boolean, which halves the table at best', EQUAL('done')),
]

const served: readonly AdviceCase[] = [
  filter(
    'a BRIN index leads to the rows of a range',
    BETWEEN('closedAt'),
    undefined,
    'create index on tasks using brin (effort, closed_at)',
  ),
  order(
    'a BRIN index gives no order',
    ['dueOn'],
    'CREATE INDEX ON tasks (due_on, id)',
    'create index on tasks using brin (due_on)',
  ),
  filter(
    'an index supports an equality',
    EQUAL('ticket'),
    undefined,
    'create index on tasks (ticket)',
  ),
  filter(
    'an index with further keys supports an equality',
    BETWEEN('effort'),
    undefined,
    'create index on tasks (effort desc, id)',
  ),
  filter(
    'a unique constraint supports an equality',
    EQUAL('ticket'),
    undefined,
    'alter table tasks add unique (ticket)',
  ),
  filter(
    'an index for patterns supports the start of a text',
    STARTS_WITH('title'),
    undefined,
    'create index on tasks (lower(title) varchar_pattern_ops, id)',
  ),
  filter(
    'an index in the collation C supports the start of a text',
    STARTS_WITH('title'),
    undefined,
    'create index on tasks (lower(title) collate "C")',
  ),
  filter(
    'the second key of an index does not support an equality',
    EQUAL('ticket'),
    'CREATE INDEX ON tasks (ticket)',
    'create index on tasks (id, ticket)',
  ),
  filter(
    'a partial index does not support an equality',
    EQUAL('ticket'),
    'CREATE INDEX ON tasks (ticket)',
    'create index on tasks (ticket) where not done',
  ),
  filter(
    'an index that is not for patterns does not support the start of a text',
    STARTS_WITH('title'),
    'CREATE INDEX ON tasks (lower(title) text_pattern_ops)',
    'create index on tasks (title); create index on tasks (lower(title) collate "und-x-icu")',
  ),
  filter(
    'a partial index for patterns does not support the start of a text',
    STARTS_WITH('title'),
    'CREATE INDEX ON tasks (lower(title) text_pattern_ops)',
    'create index on tasks (lower(title) text_pattern_ops) where not done',
  ),
  {
    says: 'an index of a column with a longer name does not serve',
    sql: 'alter table tasks add title_short text; create index on tasks (lower(title_short) text_pattern_ops)',
    broken: { tasks: { filter: { sought: STARTS_WITH('title') }, defaultSort: [] } },
    advice: [['tasks.filter.sought', 'CREATE INDEX ON tasks (lower(title) text_pattern_ops)']],
  },
]

const orders: readonly AdviceCase[] = [
  order('a text', ['title'], 'CREATE INDEX ON tasks (title, id)'),
  order('downwards, the key too', ['-effort'], 'CREATE INDEX ON tasks (effort DESC, id DESC)'),
  order(
    'descending where there may be nulls, which are last',
    ['-dueOn'],
    'CREATE INDEX ON tasks (due_on DESC NULLS LAST, id DESC)',
  ),
  order('upwards where there may be nulls', ['dueOn'], 'CREATE INDEX ON tasks (due_on, id)'),
  order(
    'several fields in both directions',
    ['teamId', '-effort', 'title'],
    'CREATE INDEX ON tasks (team_id, effort DESC, title, id)',
  ),
  order(
    'a sort that ends in the key names it once',
    ['title', 'id'],
    'CREATE INDEX ON tasks (title, id)',
  ),
  order('the primary key needs none', ['-id']),
  order('no order needs none', []),
  order('no index serves a joined order', ['teamName', 'title']),
  order('nor a counted one', ['tagCount']),
  order('an index serves it', ['title'], undefined, 'create index on tasks (title, id)'),
  order(
    'an index read backwards supports a sort',
    ['-effort'],
    undefined,
    'create index on tasks (effort, id)',
  ),
  order(
    'an index with nulls last supports a descending sort',
    ['-dueOn'],
    undefined,
    'create index on tasks (due_on desc nulls last, id desc)',
  ),
  order(
    'an ascending index does not: read backwards, its nulls come first',
    ['-dueOn'],
    'CREATE INDEX ON tasks (due_on DESC NULLS LAST, id DESC)',
    'create index on tasks (due_on, id)',
  ),
  order(
    'an index in one direction does not support a sort in both',
    ['effort', '-title'],
    'CREATE INDEX ON tasks (effort, title DESC, id DESC)',
    'create index on tasks (effort, title, id)',
  ),
  order(
    'a partial index does not support a sort',
    ['title'],
    'CREATE INDEX ON tasks (title, id)',
    'create index on tasks (title, id) where not done',
  ),
]

/** Cases that require the extension pg_trgm, which not every server has. */
export const trigramCases: readonly AdviceCase[] = [
  ...[LIKE('title'), ENDS_WITH('title'), STARTS_WITH('title')].flatMap((field) =>
    ['gin (lower(title) gin_trgm_ops)', 'gist (lower(title) gist_trgm_ops)'].map((index) =>
      filter(
        `${index} supports ${field.operation}`,
        field,
        undefined,
        `create index on tasks using ${index}`,
      ),
    ),
  ),
  filter(
    'a partial trigram index does not support a search',
    LIKE('title'),
    trigram('CREATE INDEX ON tasks USING gin (lower(title) gin_trgm_ops)'),
    'create index on tasks using gin (lower(title) gin_trgm_ops) where not done',
  ),
]

export const adviceCases: readonly AdviceCase[] = [...filters, ...served, ...orders]
