/** What must not compile, with what the compiler says of it, and what must. */
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from './compile-cases.js'

/** A resource of the tasks with these members. */
const resource = (members: string): string => `board.resource('tasks', { ...sound, ${members} })`
const response = (members: string): string =>
  resource(`response: { id: '.', title: '.', ${members} }`)
const filter = (field: string): string => resource(`filter: { sought: ${field} }`)
const create = (members: string): string => resource(`create: { title: '.', ${members} }`)
const examples = (members: string): string =>
  resource(
    `create: { title: '.', teamId: 'team.id', tagIds: 'tags.id', done: '.', dueOn: '.' },
     filter: { title: c.LIKE(), done: c.IS_TRUE(), state: c.IN(), due: c.BETWEEN('dueOn') },
     examples: { ${members} }`,
  )
const source = (members: string): string =>
  resource(
    `filter: { title: c.LIKE(), team: c.EQUAL('team.id') }, optionSources: { picked: { ${members} } }`,
  )

/** A resource class of the tasks with these members in its base. */
const resourceClass = (
  members: string,
): string => `const Base = board.resourceClass('tasks', { ...sound, ${members} })
@c.ApiResource()
export class Tasks extends Base {
  @c.ResourceIntent({ title: 'Plan' }) plan = Base.patch({ dueOn: '.' })
  @c.WorkflowAction({ title: 'Close' }) closeIt(call: c.ActionCallOf<typeof Base>) { void call }
}`

const plan = "intents: { plan: { title: 'Plan', fields: { dueOn: '.' } } }"
const stats = (field: string): string => resource(`stats: { told: ${field} }`)

/** A program with an entity whose key has several columns. */
const keyed = (fields: string, more = ''): string => `const lines = c.defineEntity('lines', {
  id: c.compositeKey(['team', 'nr']),
  team: c.belongsTo('teams', { column: 'team_id' }),
  nr: c.integer(),
  note: c.text({ nullable: true }),
  ${fields}
})
const keys = c.defineSchema({ lines, teams, tasks, tags })
void keys
${more}`
const lines = (members: string): string =>
  `const r = keys.resource('lines', { key: 'x.lines', response: { id: '.' }, filter: {}, defaultSort: ['id'], ${members} })`

type Refused = readonly [says: string, program: string, message: RegExp]
type Accepted = readonly [says: string, program: string]

/** A program with an entity that is deleted softly, and a resource of it. */
const trashed = (options: string, filter = '{}'): string => `const notes = c.defineEntity('notes', {
  id: c.integer({ primaryKey: true, generated: true }),
  body: c.text(),
  deletedAt: c.instant({ nullable: true }),
  deletedBy: c.text({ nullable: true }),
  team: c.belongsTo('teams', { column: 'team_id' }),
}, ${options})
const noteBoard = c.defineSchema({ notes, teams, tasks, tags })
export const r = noteBoard.resource('notes', {
  key: 'x.notes', response: { id: '.' }, delete: true, defaultSort: ['id'], filter: ${filter},
  guards: { restore: { authorities: ['trash'] }, permanentDelete: { authorities: ['purge'] } },
})`
const trashFilter = "{ deleted: c.DELETED({ authorities: ['trash'] }) }"

/** A program with a search for parts and one for words of a language. */
const searched = `export const r = ${filter("c.EQUAL('title')").replace(
  'sought',
  `q: c.search(['title', 'team.name'], { accents: 'ignore', label: 'Find' }),
   words: c.search(['title'], { using: 'fullText', configuration: 'english' }), sought`,
)}`

/** A program with an entity of a tenant, beside another one. */
const tenanted = (
  options: string,
  other = ', { shared: true }',
): string => `const notes = c.defineEntity('notes', {
  id: c.integer({ primaryKey: true, generated: true }),
  tenantId: c.uuid(),
  formerId: c.uuid({ nullable: true }),
  due: c.date(),
}, ${options})
const colours = c.defineEntity('colours', { id: c.text({ primaryKey: true }) }${other})
const own = c.defineSchema({ notes, colours })
void own`
const ofTenant = "{ tenant: 'tenantId' }"
const notes = (members: string): string => `${tenanted(ofTenant)}
own.resource('notes', { key: 'x.notes', response: { id: '.' }, filter: {}, defaultSort: ['id'], ${members} })`

const refused: Readonly<Record<string, readonly Refused[]>> = {
  search: [
    [
      'a path that is not a text',
      filter("c.search(['title', 'dueOn'])"),
      /search takes texts; not a text: dueOn/,
    ],
    ['an unknown path', filter("c.search(['title', 'nope'])"), /not a text: nope/],
    ['an unknown option', filter("c.search(['title'], { accent: 'ignore' })"), /accent/],
    [
      'a full text search without a configuration',
      filter("c.search(['title'], { using: 'fullText' })"),
      /using/,
    ],
    [
      'an operand that is not a text',
      `${searched}
const chosen: c.FilterType<typeof r> = { q: ['ann'] }`,
      /string/,
    ],
  ],
  'soft delete': [
    [
      'a mark that is not an instant',
      trashed("{ softDelete: { at: 'deletedBy' } }"),
      /not an instant that can be null: deletedBy/,
    ],
    [
      'an author that is never null',
      trashed("{ softDelete: { at: 'deletedAt', by: 'body' } }"),
      /not a text that can be null: body/,
    ],
    [
      'a member that does not exist',
      trashed("{ softDelete: { at: 'deletedAt', who: 'x' } }"),
      /who/,
    ],
    [
      'an owner that is not a relation',
      trashed("{ deletedWith: 'body' }"),
      /not a to-one relation: body/,
    ],
    [
      'a choice that does not exist',
      `${trashed("{ softDelete: { at: 'deletedAt' } }", trashFilter)}
const chosen: c.FilterType<typeof r> = { deleted: 'all' }`,
      /"all"/,
    ],
  ],
  tenants: [
    ['an unknown column', tenanted("{ tenant: 'tenant' }"), /without null: tenant/],
    ['a column of another type', tenanted("{ tenant: 'due' }"), /without null: due/],
    ['a column that may be null', tenanted("{ tenant: 'formerId' }"), /without null: formerId/],
    [
      'an entity that does not say whose rows it holds',
      tenanted(ofTenant, ''),
      /declare its tenant, or shared: true/,
    ],
    ['a path to the tenant', notes("create: { tenantId: '.' }"), /tenantId/],
    ['a filter by the tenant', notes("filter: { whose: c.EQUAL('tenantId') }"), /tenantId/],
  ],
  'a key of several columns': [
    ['an unknown field', keyed("other: c.compositeKey(['team', 'nrr'])"), /without null: nrr/],
    [
      'a field that may be null',
      keyed("other: c.compositeKey(['nr', 'note'])"),
      /without null: note/,
    ],
    ['one column', keyed("other: c.compositeKey(['nr'])"), /not assignable/],
    ['a value in a create', keyed('', lines("create: { id: '.' }")), /not writable: id/],
    [
      'a number in a filter',
      keyed(
        '',
        `${lines("filter: { ids: c.IN('id') }")}\nconst f: c.FilterType<typeof r> = { ids: [1] }\nvoid f`,
      ),
      /number/,
    ],
  ],
  'a reference to a unique column': [
    [
      'the path to the key in a body',
      keyed(
        "byName: c.belongsTo('teams', { column: 'team_name', references: 'name' })",
        lines("create: { teamId: 'byName.id' }"),
      ),
      /not writable: byName\.id/,
    ],
  ],
  'a response': [
    ['a column that does not exist', response("titel: '.'"), /no column or to-one path: titel/],
    [
      'a column of a relation that does not exist',
      response("x: 'team.nmae'"),
      /no column or to-one path: team\.nmae/,
    ],
    [
      'a relation that does not exist',
      response("x: 'taem.name'"),
      /no column or to-one path: taem\.name/,
    ],
    ['a path through a column', response("x: 'title.id'"), /no column or to-one path: title\.id/],
    [
      'a path through a to-many relation',
      response("x: 'tags.name'"),
      /many values: tags\.name; use count/,
    ],
    [
      'a path that ends in a to-one relation',
      response("x: 'team'"),
      /no column or to-one path: team/,
    ],
    [
      'a path that ends in a collection',
      response("x: 'children'"),
      /many values: children; use count/,
    ],
    ['the count of a to-one relation', response("x: c.count('team')"), /not a collection: team/],
    ['the ids of a column', response("x: c.ids('title')"), /not a collection: title/],
    [
      'a list over a to-one relation',
      response("x: c.list('team', { name: '.' })"),
      /not a collection: team/,
    ],
    [
      'a member of a list that does not exist',
      response("x: c.list('tags', { nmae: '.' })"),
      /a member of tags is not a column or to-one path/,
    ],
  ],
  'a filter': [
    ['a path that does not exist', filter("c.LIKE('titel')"), /no such path: titel/],
    [
      'criteria of a to-one relation',
      filter("c.some('team', { name: c.LIKE() })"),
      /not a collection, directly or through to-one relations: team/,
    ],
    [
      'a path that the related entity does not have',
      filter("c.none('children', { x: c.LIKE('titel') })"),
      /no such path: titel/,
    ],
    [
      'an operation that a column of the related entity does not take',
      filter("c.every('children', { done: c.LIKE() })"),
      /LIKE does not take boolean/,
    ],
    ['its own name, which is not a column', filter('c.LIKE()'), /no such path: sought/],
    [
      'a deep path that does not exist',
      filter("c.LIKE('parent.team.titel')"),
      /no such path: parent\.team\.titel/,
    ],
    ['a text search in a number', filter("c.LIKE('effort')"), /LIKE does not take decimal/],
    [
      'an order comparison of texts',
      filter("c.GREATER_THAN('title')"),
      /GREATER_THAN does not take text/,
    ],
    ['a range of booleans', filter("c.BETWEEN('done')"), /BETWEEN does not take boolean/],
    [
      'a range of enum values',
      filter("c.OUTSIDE_RANGE('state')"),
      /OUTSIDE_RANGE does not take enum/,
    ],
    ['a flag on a text', filter("c.IS_TRUE('title')"), /IS_TRUE does not take text/],
    ['a day of a uuid', filter("c.ON_DATE('ticket')"), /ON_DATE does not take uuid/],
    ['the value of a json column', filter("c.EQUAL('extra')"), /EQUAL does not take json/],
    ['the value of a relation', filter("c.EQUAL('team')"), /EQUAL does not take reference/],
    ['the value of a collection', filter("c.IN('tags')"), /IN does not take collection/],
    ['the size of a column', filter("c.SIZE_EQ('title')"), /SIZE_EQ does not take text/],
    [
      'the size of a to-one relation',
      filter("c.SIZE_GT('team')"),
      /SIZE_GT does not take reference/,
    ],
    ['the value of an array', filter("c.EQUAL('words')"), /EQUAL does not take array/],
    ['a text search in an array', filter("c.LIKE('words')"), /LIKE does not take array/],
    ['the null of a collection', filter("c.IS_NULL('tags')"), /IS_NULL does not take collection/],
  ],
  'an option source': [
    [
      'a path that does not exist',
      source("type: 'DISTINCT_DIMENSION', path: 'titel'"),
      /no column or to-one path: titel/,
    ],
    [
      'a path through a collection',
      source("type: 'DISTINCT_DIMENSION', path: 'tags.name'"),
      /no column or to-one path: tags\.name/,
    ],
    [
      'a path to a relation',
      source("type: 'DISTINCT_DIMENSION', path: 'team'"),
      /no column or to-one path: team/,
    ],
    [
      'a wrong path of a bucket',
      source("type: 'CATEGORICAL_BUCKET', path: 'stat', label: 'title'"),
      /no column or to-one path: stat/,
    ],
    [
      'a wrong label of a bucket',
      source("type: 'CATEGORICAL_BUCKET', path: 'state', label: 'team.nmae'"),
      /no column or to-one path: team\.nmae/,
    ],
    [
      'a wrong id of a lookup',
      source("type: 'LIGHT_LOOKUP', id: 'taem.id', label: 'team.name'"),
      /no column or to-one path: taem\.id/,
    ],
    [
      'a wrong label of a lookup',
      source("type: 'LIGHT_LOOKUP', id: 'team.id', label: 'team.tasks.title'"),
      /no column or to-one path: team\.tasks\.title/,
    ],
    [
      'a wrong path of a list',
      source("type: 'STATIC_CANONICAL', path: 'stat'"),
      /no column or to-one path: stat/,
    ],
    [
      'to depend on a field that the filter lacks',
      source("type: 'DISTINCT_DIMENSION', path: 'title', dependsOn: ['title', 'teamId']"),
      /teamId/,
    ],
    [
      'to be the choice of a field that the filter lacks',
      source("type: 'DISTINCT_DIMENSION', path: 'title', filterField: 'state'"),
      /'"state"' is not assignable to type '"team" \| "title"'/,
    ],
    [
      'a type that does not exist',
      source("type: 'DISTINCT', path: 'title'"),
      /'"DISTINCT"' is not assignable to type '"CATEGORICAL_BUCKET" \|/,
    ],
    [
      'a bucket without label',
      source("type: 'CATEGORICAL_BUCKET', path: 'state'"),
      /Property 'label' is missing/,
    ],
    [
      'a lookup without label',
      source("type: 'LIGHT_LOOKUP', id: 'team.id'"),
      /Property 'label' is missing/,
    ],
    [
      'a resource without its key',
      source("type: 'RESOURCE_ENTITY', path: 'team'"),
      /Property 'resource' is missing/,
    ],
    [
      'an option without label',
      source("type: 'STATIC_CANONICAL', options: [{ id: 1 }]"),
      /Property 'label' is missing/,
    ],
    [
      'a largest page that is a text',
      source("type: 'DISTINCT_DIMENSION', path: 'title', maxSize: '5'"),
      /'string' is not assignable to type 'number'/,
    ],
  ],
  statistics: [
    ['a path that does not exist', stats("c.category({ path: 'titel' })"), /titel/],
    ['their own name, which is not a column', stats('c.category()'), /told/],
    ['a wrong path of a measure', stats("c.measure({ path: 'parent.efort' })"), /parent\.efort/],
    ['a wrong path of a series', stats("c.series({ path: 'dueon' })"), /dueon/],
    ['a path through a collection', stats("c.category({ path: 'tags.name' })"), /tags\.name/],
    [
      'a path to a relation',
      stats("c.category({ path: 'team' })"),
      /no column or to-one path: team/,
    ],
    [
      'a wrong path of a reference',
      stats("c.reference({ path: 'taem.id', labelPath: 'team.name' })"),
      /taem\.id/,
    ],
    [
      'a wrong label path of a reference',
      stats("c.reference({ path: 'team.id', labelPath: 'team.nmae' })"),
      /team\.nmae/,
    ],
    [
      'a label path through a collection',
      stats("c.reference({ path: 'team.id', labelPath: 'tags.name' })"),
      /tags\.name/,
    ],
    ['a reference without label', stats("c.reference({ path: 'team.id' })"), /labelPath/],
    [
      'a metric that does not exist',
      stats("c.measure({ path: 'effort', metrics: ['MEDIAN'] })"),
      /'"MEDIAN"' is not assignable to type '"AVG" \|/,
    ],
    [
      'a cut that does not exist',
      stats("c.measure({ path: 'effort', histogram: { width: 1 } })"),
      /'width' does not exist in type 'HistogramDefault'/,
    ],
    [
      'an endpoint that does not exist',
      resource("statsModes: { groupby: 'AUTO' }"),
      /'groupby' does not exist .* Did you mean to write 'groupBy'/,
    ],
    [
      'a mode that does not exist',
      resource("statsModes: { groupBy: 'OFF' }"),
      /'"OFF"' is not assignable to type 'StatsMode/,
    ],
  ],
  'a write shape': [
    ['a column that does not exist', create("titel: '.'"), /not writable: titel/],
    ['the version', create("version: '.'"), /not writable: version/],
    ['a generated key', create("id: '.'"), /not writable: id/],
    ['another generated column', create("createdAt: '.'"), /not writable: createdAt/],
    [
      'a generated column in an update',
      resource("update: { createdAt: '.' }"),
      /not writable: createdAt/,
    ],
    [
      'a generated column in an intent',
      resource("intents: { a: { title: 'A', fields: { createdAt: '.' } } }"),
      /not writable: createdAt/,
    ],
    ['a to-one relation itself', create("team: '.'"), /not writable: team/],
    ['a column of another record', create("x: 'team.name'"), /not writable: team\.name/],
    ['the ids of children', create("x: 'children.id'"), /not writable: children\.id/],
    ['a column of linked records', create("x: 'tags.name'"), /not writable: tags\.name/],
    ['a path over two relations', create("x: 'parent.team.id'"), /not writable: parent\.team\.id/],
  ],
  'a resource, naming what is wrong,': [
    [
      'a wrong path of a response',
      response("x: 'taem.name'"),
      /no column or to-one path: taem\.name/,
    ],
    [
      'a column behind a collection in a response',
      response("names: 'tags.name'"),
      /many values: tags\.name; use count\(\), ids\(\), list\(\) or a column of a view/,
    ],
    [
      'a collection as a value of a response',
      response("children: '.'"),
      /many values: children; use count\(\)/,
    ],
    [
      'a function in a response',
      response('length: (task: { title: string }) => task.title.length'),
      /not a path, count\(\), ids\(\) or list\(\); a view can compute other values/,
    ],
    [
      'a list of operations of a filter',
      filter("[c.LIKE('title'), c.NOT_LIKE('title')]"),
      /a list: each filter field has one operation; declare a field for each/,
    ],
    [
      'a list in a create',
      create("children: c.list('children', { title: '.' })"),
      /not a path such as '\.', .*; list\(\) and count\(\) only read/,
    ],
    ['a wrong path of a create', create("titel: '.'"), /not writable: titel/],
  ],
  'an array': [
    ['items of json', 'c.arrayOf(c.json())', /Type '"json"' is not assignable/],
    ['items that are lists', 'c.arrayOf(c.arrayOf(c.text()))', /Type '"array"' is not assignable/],
    ['items that are a key', 'c.arrayOf(c.text({ primaryKey: true }))', /true.* is not assignable/],
    ['a key', 'c.arrayOf(c.text(), { primaryKey: true })', /'primaryKey' does not exist in type/],
    ['a misspelt limit', 'c.arrayOf(c.text(), { maxItem: 3 })', /Did you mean to write 'maxItems'/],
  ],
  'a scalar column': [
    ['a float as key', 'c.float({ primaryKey: true })', /'primaryKey' does not exist in type/],
    [
      'a duration as key',
      'c.duration({ primaryKey: true })',
      /'primaryKey' does not exist in type/,
    ],
    [
      'a text to read as key',
      'c.asText({ primaryKey: true })',
      /'primaryKey' does not exist in type/,
    ],
    ['a limit of a float as text', "c.float({ minimum: '0' })", /'string' is not assignable/],
    ['a default of a local time as number', 'c.time({ default: 8 })', /'number' is not assignable/],
    [
      'a misspelt precision',
      'c.localDateTime({ precison: 3 })',
      /Did you mean to write 'precision'/,
    ],
    [
      'a column that is only read, in a create',
      `const logs = c.defineEntity('logs', { id: c.integer({ primaryKey: true }), host: c.asText() })
       c.defineSchema({ logs }).resource('logs', {
         key: 'x.logs', response: { id: '.' }, create: { host: '.' }, filter: {}, defaultSort: [] })`,
      /not writable: host/,
    ],
  ],
  'the rest of a resource': [
    [
      'an entity that does not exist',
      "board.resource('task', sound)",
      /'"task"' is not assignable to parameter of type '"tags" \|/,
    ],
    [
      'a default sort that the response lacks',
      resource("defaultSort: ['titel']"),
      /'"titel"' is not .* Did you mean '"title"'/,
    ],
    [
      'a default sort downwards that the response lacks',
      resource("defaultSort: ['-effort']"),
      /'"-effort"' is not assignable to type 'SortTerm<"id" \| "title">'/,
    ],
    [
      'a default sort by a field of the filter',
      resource("filter: { sought: c.LIKE('title') }, defaultSort: ['sought']"),
      /'"sought"' is not assignable to type 'SortTerm<"id" \| "title">'/,
    ],
    [
      'an option label that the response lacks',
      resource("optionLabel: 'name'"),
      /'"name"' is not assignable to type '"id" \| "title"'/,
    ],
    [
      'a hint for a field that no shape has',
      resource("hints: { titel: { label: 'Title' } }"),
      /'titel' does not exist .* Did you mean to write 'title'/,
    ],
    [
      'a hint that does not exist',
      resource("hints: { title: { lable: 'Title' } }"),
      /'lable' does not exist .* Did you mean to write 'label'/,
    ],
    [
      'a member that does not exist',
      resource('filters: {}'),
      /'filters' does not exist .* Did you mean to write 'filter'/,
    ],
    [
      'no default sort',
      "board.resource('tasks', { key: 'a.b', response: { id: '.' }, filter: {} })",
      /Property 'defaultSort' is missing/,
    ],
    [
      'an intent without title',
      resource("intents: { plan: { fields: { dueOn: '.' } } }"),
      /Property 'title' is missing/,
    ],
    [
      'an example of a create that lacks a member',
      examples("create: { a: { value: { title: 'x' } } }"),
      /Property 'teamId' is missing/,
    ],
    [
      'an example of a create with a wrong value',
      examples("create: { a: { value: { title: 'x', teamId: 'one' } } }"),
      /'string' is not assignable to type 'number'/,
    ],
    [
      'an example of a create with an unknown member',
      examples("create: { a: { value: { title: 'x', teamId: 1, titel: 'y' } } }"),
      /'titel' does not exist .* Did you mean to write 'title'/,
    ],
    [
      'an example of a filter with a value that is not in the enum',
      examples("filter: { a: { value: { state: ['OPNE'] } } }"),
      /'"OPNE"' is not assignable to type '"CLOSED" \| "OPEN"'/,
    ],
    [
      'an example of a filter with a scalar for a range',
      examples("filter: { a: { value: { due: '2026-01-01' } } }"),
      /'string' is not assignable to type 'Range<string>/,
    ],
  ],
  'a resource class': [
    [
      'a guard of a misspelt operation',
      resourceClass('guards: { udpate: {} }'),
      /'udpate' does not exist .* Did you mean to write 'update'/,
    ],
    [
      'a guard with a typing error',
      resourceClass("guards: { update: { authority: ['x'] } }"),
      /'authority' does not exist in type 'Guard'/,
    ],
    [
      'a surface of a misspelt operation',
      resourceClass("surfaces: { add: { operation: 'crate', title: 'Add' } }"),
      /Did you mean '"create"'/,
    ],
    [
      'a misspelt public operation',
      resourceClass("public: ['plan', 'close-it', 'crate']"),
      /no operation, intent or action: crate/,
    ],
    [
      'a misspelt deprecated operation',
      resourceClass("deprecated: { operations: { plann: { since: '2026-01-01' } } }"),
      /no operation, intent or action: plann/,
    ],
    [
      'a misspelt deprecated field',
      resourceClass("deprecated: { fields: { titel: { since: '2026-01-01' } } }"),
      /no such name: titel/,
    ],
    [
      'a misspelt member of a deprecation',
      resourceClass(
        "deprecated: { operations: { all: { since: '2026-01-01', sunst: '2027-01-01' } } }",
      ),
      /no such member: sunst/,
    ],
    [
      'a misspelt member',
      resourceClass('filterz: {}'),
      /'filterz' does not exist .* Did you mean to write 'filter'/,
    ],
  ],
  'an application': [
    [
      'a misspelt member',
      "c.defineApplication({ title: 'Board', resources: [], prepar: async () => {} })",
      /'prepar' does not exist .* Did you mean to write 'prepare'/,
    ],
  ],
  'a schema': [
    [
      'a to-one relation to an unknown entity',
      'c.defineSchema({ teams: c.defineEntity("t", { a: c.belongsTo("taems", { column: "x" }) }) })',
      /taems/,
    ],
    [
      'a to-many relation to an entity that was left out',
      'c.defineSchema({ tasks, tags })',
      /teams/,
    ],
  ],
  'an entity': [
    [
      'a default that is not a value of the enum',
      "c.enumOf(['A', 'B'], { default: 'C' })",
      /'"C"' is not assignable to type '"A" \| "B"/,
    ],
    [
      'a default that is not a value of an enum with numbers',
      "c.enumOf({ 1: 'A', 2: 'B' }, { default: 'C' })",
      /'"C"' is not assignable to type '"A" \| "B"/,
    ],
    [
      'an enum with numbers as a key',
      "c.enumOf({ 1: 'A', 2: 'B' }, { primaryKey: true })",
      /no such member: primaryKey/,
    ],
    ['a decimal without precision', 'c.decimal({ scale: 2 })', /Property 'precision' is missing/],
    [
      'money without currency',
      'c.money({ precision: 6, scale: 2 })',
      /Property 'currency' is missing/,
    ],
    [
      'a relation without column',
      "c.belongsTo('teams', { nullable: true })",
      /Property 'column' is missing/,
    ],
    [
      'an option of the entity that does not exist',
      "c.defineEntity('t', {}, { veiw: true })",
      /'veiw' does not exist in type 'EntityOptions/,
    ],
    [
      'an option of another kind',
      'c.integer({ maxLength: 3 })',
      /'maxLength' does not exist in type 'NumberOptions/,
    ],
    [
      'an option with a typing error beside right ones',
      'c.text({ maxLength: 3, nulable: true })',
      /no such member: nulable/,
    ],
    [
      'an option with a typing error',
      'c.text({ nulable: true })',
      /'nulable' does not exist .* Did you mean to write 'nullable'/,
    ],
    [
      'an option of a relation with a typing error',
      "c.belongsTo('teams', { column: 'team_id', nulable: true })",
      /no such member: nulable/,
    ],
    [
      'a typing error beside right options of the entity',
      "c.defineEntity('t', {}, { view: true, rowacces: {} })",
      /no such member: rowacces/,
    ],
    [
      'a typing error of a collection',
      "c.hasMany('tasks', { column: 'team_id', visibelTo: ['x'] })",
      /'visibelTo' does not exist .* Did you mean to write 'visibleTo'/,
    ],
    [
      'a typing error of linked records',
      "c.manyToMany('tags', { through: 't', from: 'a', target: 'b', visibelTo: ['x'] })",
      /'visibelTo' does not exist .* Did you mean to write 'visibleTo'/,
    ],
  ],
  'who may do what': [
    ['a guard of a misspelt operation', resource('guards: { udpate: {} }'), /udpate/],
    ['a guard of an unknown intent', resource(`${plan}, guards: { plna: {} }`), /plna/],
    [
      'a guard with a typing error',
      resource("guards: { read: { authority: ['x'] } }"),
      /'authority' does not exist in type 'Guard'/,
    ],
    ['a misspelt public operation', resource("public: ['crate']"), /crate/],
    [
      'a misspelt deprecated operation',
      resource("deprecated: { operations: { al: { since: '2026-01-01' } } }"),
      /'al'/,
    ],
    [
      'a surface of a misspelt operation',
      resource("surfaces: { add: { operation: 'crate', title: 'Add' } }"),
      /crate/,
    ],
    [
      'an action with a typing error',
      "board.action('tasks', { title: 'Close', authorites: ['x'] }, () => undefined)",
      /no such member: authorites/,
    ],
    [
      'a collection action with a typing error',
      "board.collectionAction({ title: 'Close', authorites: ['x'] }, () => undefined)",
      /'authorites' does not exist .* Did you mean to write 'authorities'/,
    ],
    [
      'a statistic with a typing error',
      stats("c.category({ path: 'title', authorites: ['x'] })"),
      /no such member: authorites/,
    ],
    [
      'an option source with a typing error',
      source("type: 'DISTINCT_DIMENSION', path: 'title', dependOn: ['title']"),
      /no such member: dependOn/,
    ],
  ],
}

const accepted: readonly Accepted[] = [
  [
    'actions that create records of their own resource, with the type of what they return',
    `const clone = board.action('tasks', { title: 'Clone' }, async ({ tx, record }): Promise<void> => {
      const task = await tx.create(api, { title: record.title })
      const title: string = task.title
      void title
    })
    const plan = board.collectionAction(
      { title: 'Plan', request: { title: c.text() }, response: { id: c.integer() } },
      async ({ tx, request }): Promise<{ id: number }> => {
        const { id } = await tx.create(api, { title: request.title })
        return { id }
      },
    )
    export const api = ${resource("create: { title: '.' }, actions: { clone, plan }")}`,
  ],
  [
    'an entity that is deleted softly, with a filter for deleted records',
    `${trashed("{ softDelete: { at: 'deletedAt', by: 'deletedBy' } }", trashFilter)}
const chosen: c.FilterType<typeof r> = { deleted: 'only' }
void chosen`,
  ],
  [
    'searches in several texts, of which a full text search can be sorted by',
    `${searched}
const chosen: c.FilterType<typeof r> = { q: 'ann', words: null }
const sort: NonNullable<(typeof r)['types']>['names']['sort'] = 'words'
// @ts-expect-error A search for parts has no rank.
const other: NonNullable<(typeof r)['types']>['names']['sort'] = 'q'
void [chosen, sort, other]`,
  ],
  ['an entity that is deleted with another one', trashed("{ deletedWith: 'team' }")],
  ['an entity of a tenant beside a shared one', notes("create: { due: '.' }")],
  [
    'every kind of response field',
    response(
      "dueOn: '.', teamName: 'team.name', deep: 'parent.parent.team.name', n: c.count('tags'), t: c.ids('tags'), l: c.list('children', { title: '.', team: 'team.name' })",
    ),
  ],
  [
    'every kind of write',
    create("effort: '.', teamId: 'team.id', parentId: 'parent.id', tagIds: 'tags.id', extra: '.'"),
  ],
  ['a filter through a to-many relation', filter("c.LIKE('tags.name')")],
  [
    'criteria of related rows, through a to-one relation, and within each other',
    filter("c.some('team.tasks', { title: c.LIKE(), tag: c.none('tags', { name: c.EQUAL() }) })"),
  ],
  [
    'a filter through two to-many relations and back',
    filter("c.BETWEEN('team.tasks.children.effort')"),
  ],
  ['the size of a collection behind relations', filter("c.SIZE_GT('parent.team.tasks')")],
  [
    'the null of a relation, of a column behind it and of json',
    resource(
      "filter: { a: c.IS_NULL('parent'), b: c.IS_NOT_NULL('parent.dueOn'), c: c.IS_NULL('extra') }",
    ),
  ],
  [
    'a sort downwards, and by a count',
    response("n: c.count('tags')").replace(
      '...sound,',
      "...sound, defaultSort: ['-n', 'title'] as const,",
    ),
  ],
  [
    'every type of option source',
    resource(
      `filter: { title: c.LIKE(), team: c.EQUAL('team.id') }, optionSources: {
        teams: { type: 'RESOURCE_ENTITY', resource: 'board.teams', path: 'team', filterField: 'team', excludeSelf: true },
        titles: { type: 'DISTINCT_DIMENSION', path: 'title', dependsOn: ['team'], sorts: { due: 'dueOn' } },
        'by.state': { type: 'CATEGORICAL_BUCKET', path: 'state', label: 'parent.title', maxSize: 5 },
        parents: { type: 'LIGHT_LOOKUP', id: 'parent.id', label: 'parent.title', search: false },
        states: { type: 'STATIC_CANONICAL', path: 'state' },
        grades: { type: 'STATIC_CANONICAL', options: [{ id: 1, label: 'One' }, { id: 'b', label: 'B' }] },
      }`,
    ),
  ],
  [
    'every role of statistics',
    resource(
      `stats: {
        state: c.category({ metrics: ['SUM'], label: 'State' }),
        team: c.reference({ path: 'team.id', labelPath: 'team.name' }),
        above: c.reference({ path: 'parent.id', labelPath: 'parent.parent.title' }),
        effort: c.measure({ histogram: { bucketSize: '0.5' } }),
        serial: c.category({ histogram: { bucketCount: 5 }, measure: true }),
        dueOn: c.series({ histogram: { bucketSize: 'MONTH' } }),
        created: c.series({ path: 'createdAt', histogram: true, authorities: ['a'] }),
      }, statsModes: { groupBy: 'AUTO', distribution: 'DISABLED' }`,
    ),
  ],
  [
    'guards, surfaces and deprecations of operations, intents and actions',
    resource(`${plan},
      actions: { close: board.action('tasks', { title: 'Close' }, () => undefined) },
      delete: true,
      public: ['read', 'filter', 'plan', 'close'],
      guards: { read: {}, delete: {}, plan: { authorities: ['x'] } },
      surfaces: { plan: { operation: 'plan', title: 'Plan' } },
      deprecated: { operations: { all: { since: '2026-01-01' }, plan: { since: '2026-01-01' } } }`),
  ],
  [
    'guards that are declared apart',
    `const guards: c.Guards = { update: { authorities: ['x'] } }
void ${resource('guards')}`,
  ],
  [
    'a resource class that names its own intents and actions',
    resourceClass(
      "public: ['read', 'plan', 'close-it', 'create'], deprecated: { operations: { plan: { since: '2026-01-01' } }, fields: { title: { since: '2026-01-01' } } }",
    ),
  ],
  [
    'a resource class whose public operations are listed apart',
    resourceClass("public: ['x'] as readonly string[]"),
  ],
  ['a read-only resource without write shapes', resource('readOnly: true')],
  [
    'ids of keys of several columns are texts, and references have the type of their column',
    keyed(
      "byName: c.belongsTo('teams', { column: 'team_name', references: 'name', nullable: true }), up: c.belongsTo('lines', { column: ['up_team_id', 'up_nr'], nullable: true })",
      `const r = keys.resource('lines', {
  key: 'x.lines',
  response: { id: '.', upId: 'up.id', teamName: 'byName.name' },
  create: { teamId: 'team.id', nr: '.', upId: 'up.id', teamName: 'byName.name' },
  filter: { ids: c.IN('id'), upId: c.EQUAL('up.id') },
  defaultSort: ['-id'],
  actions: {
    mark: keys.action('lines', { title: 'Mark' }, ({ record, update }) => {
      const name: string | null = record.byName
      const up: string | null = record.up
      return update({ byName: name, up, note: record.id })
    }),
  },
})
const created: c.CreateType<typeof r> = { teamId: 1, nr: 2, upId: '1~2', teamName: null }
const record = {} as c.ResponseType<typeof r>
const texts: readonly (string | null)[] = [record.id, record.upId, record.teamName]
const filter: c.FilterType<typeof r> = { ids: ['1~2'], upId: record.id }
void [created, texts, filter]`,
    ),
  ],
  [
    'fields that several shapes share',
    "const fields = { title: '.', dueOn: '.' } as const\n" +
      resource('response: { id: "." , ...fields }, create: fields, update: fields'),
  ],
  [
    'examples that fit',
    examples(
      "create: { a: { value: { title: 'x', teamId: 1, tagIds: [1], dueOn: null } } }, filter: { a: { value: { title: 'x', due: ['2026-01-01', null], state: ['OPEN'] } }, b: { value: {} } }",
    ),
  ],
  [
    'a decimal of more than 15 digits is sent as a text',
    `const r = ${response("budget: '.', serial: '.'")}
const record = {} as c.ResponseType<typeof r>
const texts: readonly (string | null)[] = [record.budget, record.serial]
void texts`,
  ],
  [
    'the types of a resource without write shapes are empty',
    `const r = ${resource('')}
const nothing: Record<never, never> = {} as c.CreateType<typeof r>
void nothing`,
  ],
]

let messages: ReadonlyMap<string, readonly string[]>
beforeAll(() => {
  const programs = [...Object.values(refused).flat(), ...accepted].map(([, program]) => program)
  const said = compile(programs)
  messages = new Map(programs.map((program, index) => [program, said[index]!]))
})

for (const [what, cases] of Object.entries(refused)) {
  describe(`${what} does not take`, () => {
    for (const [says, program, message] of cases) {
      test(says, () => {
        const said = messages.get(program)!
        expect(said, 'the compiler says nothing').not.toEqual([])
        expect(said.join('\n')).toMatch(message)
      })
    }
  })
}

describe('what compiles', () => {
  for (const [says, program] of accepted) {
    test(says, () => {
      expect(messages.get(program)).toEqual([])
    })
  }
})
