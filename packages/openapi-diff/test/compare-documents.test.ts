/** Changes of an API description that break clients. */
import { describe, expect, test } from 'vitest'
import { type Change, compareDocuments, formatChanges, type JsonObject } from '../src/index.js'
import { schemaCases } from './compare-schemas-cases.js'
import { compareOperations, documentOf, path, placesOf, sides, where } from './comparisons.js'

const text = { type: 'string' }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const sideNames = ['request', 'response'] as const

describe.each(sideNames)('a schema of a %s', (side) => {
  const { body, withSchema } = sides[side]
  const cases = schemaCases.map(({ rule, before, after, at, ...kinds }) => {
    const [change, reversed] = kinds[side]
    return { rule, before, after, at, change, reversed }
  })

  test.each(cases)('$rule: $change', ({ before, after, at, change }) => {
    const changes = placesOf(compareDocuments(withSchema(before), withSchema(after)))
    expect(changes).toEqual(change === '' ? [] : [`${change} ${body}${at}`])
  })

  test.each(cases)('$rule, reversed: $reversed', ({ before, after, at, reversed }) => {
    const changes = placesOf(compareDocuments(withSchema(after), withSchema(before)))
    expect(changes).toEqual(reversed === '' ? [] : [`${reversed} ${body}${at}`])
  })

  test('an enum that loses and gains values reports both', () => {
    const changes = compareDocuments(
      withSchema({ enum: ['A', 'B'] }),
      withSchema({ enum: ['A', 'C'] }),
    )
    expect(changes.map(({ kind, message }) => `${kind}: ${message}`)).toEqual(
      {
        request: [
          'breaking: No longer one of the values: "B".',
          'additive: New among the values: "C".',
        ],
        response: [
          'breaking: New among the values: "C".',
          'additive: No longer one of the values: "B".',
        ],
      }[side],
    )
  })
})

const parameter = (given: JsonObject = {}) => ({
  parameters: [{ name: 'size', in: 'query', schema: text, ...given }],
})
const request = (given: JsonObject = {}) => ({ requestBody: { content: json(text), ...given } })
const response = (given: JsonObject = {}) => ({
  responses: { 200: { description: 'a', content: json(text), ...given } },
})
const header = (given: JsonObject = {}) =>
  response({ headers: { ETag: { schema: text, ...given } } })
const statuses = (...all: readonly string[]) => ({
  responses: Object.fromEntries(all.map((status) => [status, {}])),
})
const size = 'request.query.size'
const sunset = { deprecated: true, 'x-sunset': '2026-06-30' }

type OperationCase = readonly [
  rule: string,
  before: JsonObject,
  after: JsonObject,
  change: string,
  reversed: string,
]

const operationCases: readonly OperationCase[] = [
  ['another operationId', { operationId: 'a' }, { operationId: 'b' }, 'breaking', 'breaking'],
  ['an operationId', {}, { operationId: 'b' }, 'breaking', 'breaking'],
  ['deprecated', {}, { deprecated: true }, 'other', 'other'],
  ['words', { summary: 'a', tags: ['a'] }, { description: 'b', 'x-b': 1 }, '', ''],
  ['security', {}, { security: [{ key: [] }] }, 'additive|breaking', 'additive|breaking'],
  [
    'one more way in',
    { security: [{ key: [] }] },
    { security: [{ key: [] }, {}] },
    'additive',
    'breaking',
  ],

  ['an optional parameter', {}, parameter(), `additive ${size}`, `breaking ${size}`],
  [
    'a required parameter',
    {},
    parameter({ required: true }),
    `breaking ${size}`,
    `breaking ${size}`,
  ],
  [
    'a parameter that becomes required',
    parameter(),
    parameter({ required: true }),
    `breaking ${size}`,
    `additive ${size}`,
  ],
  [
    'a parameter that moves',
    parameter(),
    parameter({ in: 'header' }),
    `breaking ${size}`,
    'breaking request.header.size',
  ],
  [
    'the schema of a parameter',
    parameter(),
    parameter({ schema: { type: ['string', 'integer'] } }),
    `additive ${size}`,
    `breaking ${size}`,
  ],
  [
    'the content of a parameter',
    parameter({ schema: undefined, content: json(text) }),
    parameter({ schema: undefined, content: json({ type: 'integer' }) }),
    `breaking ${size}`,
    `breaking ${size}`,
  ],
  [
    'the style of a parameter',
    parameter(),
    parameter({ explode: false }),
    `breaking ${size}`,
    `breaking ${size}`,
  ],
  ['the default style', parameter(), parameter({ explode: true, style: 'form' }), '', ''],
  ['a deprecated parameter', parameter(), parameter(sunset), `other ${size}`, `other ${size}`],
  [
    'the case of a header',
    parameter({ in: 'header', name: 'If-Match' }),
    parameter({ in: 'header', name: 'if-match' }),
    '',
    '',
  ],
  [
    'the order of parameters',
    { parameters: [...parameter().parameters, ...parameter({ name: 'page' }).parameters] },
    { parameters: [...parameter({ name: 'page' }).parameters, ...parameter().parameters] },
    '',
    '',
  ],

  ['an optional body', {}, request(), 'additive request.body', 'breaking request.body'],
  [
    'a required body',
    {},
    request({ required: true }),
    'breaking request.body',
    'breaking request.body',
  ],
  [
    'a body that becomes required',
    request(),
    request({ required: true }),
    'breaking request.body',
    'additive request.body',
  ],
  [
    'a media type of a request',
    request(),
    request({ content: { ...json(text), 'text/csv': {} } }),
    'additive request.body',
    'breaking request.body',
  ],
  [
    'a schema of another media type',
    request({ content: { 'text/csv': { schema: text } } }),
    request({ content: { 'text/csv': { schema: { type: 'integer' } } } }),
    'breaking request.body(text/csv)',
    'breaking request.body(text/csv)',
  ],

  [
    'a media type of a response',
    response(),
    response({ content: { ...json(text), 'text/csv': {} } }),
    'additive response.200',
    'breaking response.200',
  ],
  [
    'a success status',
    statuses('200'),
    statuses('200', '201'),
    'additive response.201',
    'breaking response.201',
  ],
  [
    'a redirection',
    statuses('200'),
    statuses('200', '304'),
    'additive response.304',
    'breaking response.304',
  ],
  [
    'an error status',
    statuses('200'),
    statuses('200', '409'),
    'other response.409',
    'other response.409',
  ],
  [
    'the default',
    statuses('200'),
    statuses('200', 'default'),
    'other response.default',
    'other response.default',
  ],
  [
    'a header of a response',
    response(),
    header(),
    'additive response.200.header.etag',
    'breaking response.200.header.etag',
  ],
  [
    'a header that is always there',
    header(),
    header({ required: true }),
    'additive response.200.header.etag',
    'breaking response.200.header.etag',
  ],
  [
    'the schema of a header',
    header(),
    header({ schema: { type: ['string', 'null'] } }),
    'breaking response.200.header.etag',
    'additive response.200.header.etag',
  ],
  ['the words of a response', response(), response({ description: 'b', 'x-b': 1 }), '', ''],
]

const listed = (text: string): readonly string[] =>
  text === '' ? [] : text.split('|').toSorted((a, b) => Number(a < b) - Number(a > b))

describe('changes of an operation', () => {
  test.each(operationCases)('the change is reported for %s', (_, before, after, change) => {
    expect(compareOperations(before, after).toSorted().reverse()).toEqual(listed(change))
  })

  test.each(operationCases)(
    'the reversed change is reported for %s',
    (_, before, after, __, reversed) => {
      expect(compareOperations(after, before).toSorted().reverse()).toEqual(listed(reversed))
    },
  )

  const pathsOf = (paths: JsonObject, rest: JsonObject = {}): JsonObject => ({ paths, ...rest })

  test.each([
    ['a path', pathsOf({}), pathsOf({ '/a': { get: {} } }), ['GET /a']],
    [
      'a method',
      pathsOf({ '/a': { get: {} } }),
      pathsOf({ '/a': { get: {}, post: {} } }),
      ['POST /a'],
    ],
    [
      'all methods of a path',
      pathsOf({}),
      pathsOf({ '/a': { post: {}, get: {}, parameters: [], 'x-a': {} }, 'x-b': { get: {} } }),
      ['GET /a', 'POST /a'],
    ],
  ])('the change is reported for %s that is added or removed', (_, without, withIt, places) => {
    expect(placesOf(compareDocuments(without, withIt))).toEqual(
      places.map((place) => `additive ${place}`),
    )
    expect(placesOf(compareDocuments(withIt, without))).toEqual(
      places.map((place) => `breaking ${place}`),
    )
  })

  test('an operation inherits the parameters of its path and the security of its document', () => {
    const ownPaths = pathsOf({ '/a': { get: { ...parameter(), security: [{ key: [] }] } } })
    const inherited = pathsOf({ '/a': { ...parameter(), get: {} } }, { security: [{ key: [] }] })
    expect(compareDocuments(ownPaths, inherited)).toEqual([])
    const overridden = pathsOf({
      '/a': {
        ...parameter({ schema: { type: 'integer' } }),
        get: ownPaths['paths'] && parameter(),
      },
    })
    expect(placesOf(compareDocuments(overridden, pathsOf({ '/a': { get: parameter() } })))).toEqual(
      [],
    )
  })

  test('an operation may refer to parameters, bodies, responses and headers', () => {
    const to = (place: string) => ({ $ref: `#/components/${place}` })
    const inline = documentOf({
      ...parameter({ required: true }),
      requestBody: { content: json(text), required: true },
      responses: { 200: { content: json(text), headers: { ETag: { schema: text } } } },
    })
    const referring = documentOf(
      {
        parameters: [to('parameters/size~1')],
        requestBody: to('requestBodies/a'),
        responses: { 200: to('responses/a%20b') },
      },
      {},
      {
        components: {
          parameters: { 'size/': { name: 'size', in: 'query', schema: text, required: true } },
          requestBodies: { a: { content: json(text), required: true } },
          responses: { 'a b': { content: json(text), headers: { ETag: to('headers/a') } } },
          headers: { a: { schema: text } },
        },
      },
    )
    expect(compareDocuments(inline, referring)).toEqual([])
    expect(compareDocuments(referring, inline)).toEqual([])
  })
})

describe('a removal', () => {
  const member = (given: JsonObject) => ({
    type: 'object',
    properties: { a: { ...text, ...given }, b: text },
  })
  const removals: readonly (readonly [
    what: string,
    (given: JsonObject) => JsonObject,
    JsonObject,
  ])[] = [
    ['an operation', documentOf, { paths: {} }],
    ['a parameter', (given) => documentOf(parameter(given)), documentOf({})],
    ['a body', (given) => documentOf(request(given)), documentOf({})],
    ['a header', (given) => documentOf(header(given)), documentOf(response())],
    ...sideNames.map(
      (side) =>
        [
          `a member of a ${side}`,
          (given: JsonObject) => sides[side].withSchema(member(given)),
          sides[side].withSchema({ type: 'object', properties: { b: text } }),
        ] as const,
    ),
  ]
  const kindsOf = (before: JsonObject, after: JsonObject, today?: string) =>
    compareDocuments(before, after, today === undefined ? {} : { today }).map(({ kind }) => kind)

  describe.each(removals)('the removal of %s', (_, withIt, without) => {
    test.each([
      ['after its sunset', sunset, '2026-07-01', 'other'],
      ['on the day of its sunset', sunset, '2026-06-30', 'breaking'],
      ['before its sunset', sunset, '2026-01-01', 'breaking'],
      ['without today', sunset, undefined, 'breaking'],
      ['that was not deprecated', { 'x-sunset': '2026-06-30' }, '2026-07-01', 'breaking'],
      ['without a sunset', { deprecated: true }, '2026-07-01', 'breaking'],
      [
        'whose sunset is not a day',
        { deprecated: true, 'x-sunset': '2026-02-30' },
        '2026-07-01',
        'breaking',
      ],
    ])('%s', (_, given, today, kind) => {
      expect(kindsOf(withIt(given), without, today)).toEqual([kind])
    })
  })

  test('the report of an announced removal says so', () => {
    const [change] = compareDocuments(documentOf(sunset), { paths: {} }, { today: '2026-07-01' })
    expect(change).toEqual({
      kind: 'other',
      where,
      message: 'The operation was removed after its sunset on 2026-06-30.',
    })
  })

  test('the report of a deprecation names its sunset', () => {
    const [change] = compareDocuments(documentOf({}), documentOf(sunset))
    expect(change?.message).toBe('It is deprecated; its sunset is on 2026-06-30.')
  })
})

describe('the report of changes', () => {
  const before = documentOf({
    ...parameter(),
    ...request({ content: json({ type: 'object', properties: { salaryBetween: text } }) }),
    ...statuses('200'),
  })
  const after = documentOf({
    ...parameter({ schema: { type: 'integer' } }),
    ...request({ content: json({ type: 'object', properties: { nameLike: text } }) }),
    ...statuses('200', '409'),
  })

  test('changes are grouped and sorted by place', () => {
    expect(formatChanges(compareDocuments(before, after))).toBe(
      [
        'Breaking (2)',
        `  POST ${path} request.body.salaryBetween`,
        '      The member was removed.',
        `  POST ${path} request.query.size`,
        '      The type was string, now integer.',
        '',
        'Additive (1)',
        `  POST ${path} request.body.nameLike`,
        '      The member was added.',
        '',
        'Other (1)',
        `  POST ${path} response.409`,
        '      The status was added.',
      ].join('\n'),
    )
  })

  test('empty groups are omitted', () => {
    const change: Change = { kind: 'other', where: 'GET /a', message: 'It is deprecated.' }
    expect(formatChanges([change])).toBe('Other (1)\n  GET /a\n      It is deprecated.')
  })

  test('there may be no changes', () => {
    expect(formatChanges([])).toBe('No changes.')
  })

  test('empty and malformed documents cause no error', () => {
    const odd = {
      paths: { '/a': null, '/b': { get: [], post: { parameters: {}, responses: [] } } },
    }
    for (const document of [{}, { paths: [] }, odd])
      expect(compareDocuments(document, document)).toEqual([])
  })
})
