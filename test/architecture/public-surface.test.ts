/** The public surface, name by name: a new name is a decision, a removed one a breaking change. */
import * as corollary from 'corollary'
import * as testing from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import * as client from '../../src/client.js'
import * as workbench from '../../src/workbench.js'
import { readSource } from './sources.js'

const entries = [
  {
    file: 'src/index.ts',
    module: corollary as object,
    values: [
      // columns
      ...[
        'arrayOf',
        'bigint',
        'boolean',
        'date',
        'decimal',
        'enumOf',
        'file',
        'instant',
        'integer',
        'json',
      ],
      ...['money', 'text', 'uuid', 'version'],
      ...['float', 'localDateTime', 'time', 'duration', 'asText', 'byteLength', 'compositeKey'],
      ...['computed', 'now', 'sql', 'today'],
      ...['and', 'not', 'or'],
      // entities, relations, schemas, shapes
      ...['defineEntity', 'belongsTo', 'hasMany', 'hasOne', 'manyToMany', 'owns', 'defineSchema'],
      ...['count', 'ids', 'list', 'owned'],
      // structured members of actions
      ...['listOf', 'objectOf', 'refersTo'],
      // decorators of a resource class
      ...['ApiResource', 'ResourceIntent', 'UiSurface', 'WorkflowAction'],
      // statistics
      ...['category', 'measure', 'reference', 'series'],
      // the 26 filter operations
      ...['EQUAL', 'NOT_EQUAL', 'LIKE', 'NOT_LIKE', 'STARTS_WITH', 'ENDS_WITH'],
      ...['GREATER_THAN', 'GREATER_OR_EQUAL', 'LESS_THAN', 'LESS_OR_EQUAL', 'IN', 'NOT_IN'],
      ...['BETWEEN', 'BETWEEN_EXCLUSIVE', 'NOT_BETWEEN', 'OUTSIDE_RANGE', 'DELETED'],
      'search',
      ...['IS_NULL', 'IS_NOT_NULL', 'IS_TRUE', 'IS_FALSE'],
      ...['ON_DATE', 'IN_LAST_DAYS', 'IN_NEXT_DAYS', 'SIZE_EQ', 'SIZE_GT', 'SIZE_LT'],
      // criteria of related rows
      ...['some', 'none', 'every'],
      // applications and errors
      ...[
        'defineApplication',
        'readMessages',
        'createServer',
        'createService',
        'AppError',
        'ContractError',
        'StartError',
      ],
    ],
    types: [
      // names that declaration files of contracts need
      ...[
        'Column',
        'CompositeKey',
        'BelongsTo',
        'EntityNames',
        'HasMany',
        'HasOne',
        'ManyToMany',
        'Owns',
        'Combined',
        'DeletedField',
        'SearchField',
        'RelatedFilter',
        'FilterField',
        'Count',
        'Ids',
        'List',
        'Owned',
      ],
      ...['ResourceOf', 'ResourceNames', 'SpecTypes', 'ResourceClass', 'IntentOf', 'Patch'],
      ...['ActionTypes', 'ActionKind', 'ShapeBody', 'ShapeValues'],
      ...[
        'Entity',
        'SoftDelete',
        'Schema',
        'Resource',
        'FieldHints',
        'FileColumn',
        'FileOptionsOfService',
        'FileValue',
        'UploadedFile',
        'JsonLogic',
        'FilterOperation',
      ],
      ...['ResponseType', 'CreateType', 'UpdateType', 'IntentType', 'FilterType'],
      ...['Application', 'PrepareContext', 'Progress', 'RunningServer', 'StartOptions'],
      ...['Service', 'HostRequest', 'FailureResponse'],
      ...['DevelopmentCaller', 'Route', 'RouteAccess', 'RouteCall', 'RouteContext', 'RouteRequest'],
      ...['Diagnostic', 'ErrorCode', 'OptionSource', 'StaticOption'],
      ...['MetricOperation', 'StatsField', 'Structure'],
      // access rules, and the code of a contract
      ...['Principal', 'RowAccess', 'VisibleRows', 'Guard', 'Guards'],
      ...['AvailabilityRule', 'RuleFacts', 'Action', 'ActionOptions', 'ActionShape'],
      ...['ActionCall', 'ActionCallOf', 'BulkCallOf', 'CollectionCall', 'WriteCall'],
      ...['Condition', 'Rule', 'WriteCallOf', 'ResourceAccess', 'BulkItem', 'BulkOutcome'],
    ],
  },
  {
    file: 'src/testing.ts',
    module: testing as object,
    values: ['createTestService', 'startTestServer'],
    types: [
      'TestCaller',
      'TestConnection',
      'TestServer',
      'TestService',
      'TestServiceOptions',
      'TestStatement',
    ],
  },
  {
    file: 'src/client.ts',
    module: client as object,
    values: [
      ...['createClient', 'CorollaryError', 'unwrap', 'watchContract'],
      ...['holds', 'untyped', 'readShape'],
    ],
    types: [
      ...['Client', 'ClientOf', 'ClientOptions', 'Resources', 'Fetch'],
      ...['UntypedClient', 'UntypedResource'],
      // for adapters of other libraries
      ...['ResourceClient', 'MissingMethods', 'Shapes', 'ShapesOf', 'ByKey', 'PageFor'],
      ...['BatchItem', 'ItemActions', 'CollectionActions', 'BodyOf', 'ResultOf'],
      ...['PageOptions', 'CountOptions', 'LocateOptions', 'CreateOptions', 'WriteOptions'],
      ...['DeleteOptions', 'BatchOptions', 'ImportOptions'],
      ...['OptionId', 'OptionPageOptions', 'OptionSourceRequest'],
      ...['GroupByRequest', 'TimeSeriesRequest', 'TermsRequest', 'HistogramRequest'],
      ...['Result', 'ConditionalResult', 'Success', 'NotModified', 'ExportSuccess', 'Failure'],
      ...['FileBody', 'FileNames', 'UploadOptions', 'DownloadOptions'],
      ...['ClientErrorCode', 'ErrorItem', 'BodyError', 'Link', 'Links'],
      ...['Page', 'CountedPage', 'CursorPage', 'Position', 'Option', 'BulkItem', 'BulkOutcome'],
      ...['BatchItemOutcome', 'BatchOutcome'],
      ...['SurfaceCatalog', 'ActionCatalog', 'Capabilities'],
      ...['ServiceDescription', 'ResourceCatalog', 'ResourceEntry', 'SchemaDocument', 'JsonSchema'],
      ...['Shape', 'ShapeRule', 'Field', 'FieldUi', 'FieldOption', 'OptionSourceInfo', 'Reference'],
      ...[
        'HistoryEntry',
        'ImportColumn',
        'ImportOutcome',
        'ImportRow',
        'ImportRowError',
        'ChangeNotice',
      ],
      ...['ContractChange', 'ContractDrift', 'ContractFile', 'ContractPart', 'ContractWatch'],
      ...['GroupBy', 'Bucket', 'TimeSeries', 'Point', 'Terms', 'Histogram', 'HistogramBucket'],
      'MetricValue',
    ],
  },
  {
    file: 'src/workbench.ts',
    module: workbench as object,
    values: [],
    types: [
      ...['WorkbenchExtension', 'WorkbenchCell', 'WorkbenchPage', 'WorkbenchContext'],
      'WorkbenchApi',
    ],
  },
]

/** The exports of a file, with types marked. */
const exportedNames = (source: string): { values: string[]; types: string[] } => {
  const names = { values: [] as string[], types: [] as string[] }
  for (const [, typeOnly, list = ''] of source.matchAll(/^export (type )?\{([^}]*)\}/gm)) {
    for (const item of list.split(',').map((part) => part.trim())) {
      if (item === '') continue
      const isType = typeOnly !== undefined || item.startsWith('type ')
      names[isType ? 'types' : 'values'].push(item.replace(/^type /, '').replace(/^.* as /, ''))
    }
  }
  for (const [, word, name = ''] of source.matchAll(
    /^export (?:async )?(const|function|class|interface|type) (\w+)/gm,
  )) {
    names[word === 'interface' || word === 'type' ? 'types' : 'values'].push(name)
  }
  return names
}

describe.each(entries)('$file', ({ file, module, values, types }) => {
  test('exports these values', () => {
    expect(Object.keys(module).sort()).toEqual([...values].sort())
  })

  test('exports these types', () => {
    const exported = exportedNames(readSource(file))
    expect(exported.types.sort()).toEqual([...types].sort())
    expect(exported.values.sort()).toEqual([...values].sort())
  })

  test('lists every export', () => {
    expect(readSource(file)).not.toMatch(/^export (\*|default)/m)
  })
})

test('the package publishes these entries', () => {
  const { exports: published } = JSON.parse(readSource('package.json')) as { exports: object }
  expect(Object.keys(published)).toEqual([
    '.',
    './testing',
    './client',
    './workbench',
    './package.json',
  ])
})
