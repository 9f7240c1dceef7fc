/** Every place of a request in which a caller's text may reach SQL, a header, a file or the log. */
import type { InjectOptions } from 'fastify'
import sample from '../../examples/people/app.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FilterShapeModel, isRelated } from '../../src/model/types/filter-model.js'
import type { ResourceModel } from '../../src/model/types/resource-model.js'

/** A place, and the request with a text in it. */
export type Position = readonly [name: string, request: (text: string) => InjectOptions]

export const model = compileModel(sample.resources, new Diagnostics())

const employees = '/api/human-resources/employees'
const skills = '/api/human-resources/skills'
const absences = '/api/human-resources/absence-requests'

/** Half a character has no percent-encoding. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const send =
  (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, bodyOf: (text: string) => unknown) =>
  (text: string): InjectOptions => ({
    method,
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(bodyOf(text)),
  })
const post = (url: string, bodyOf: (text: string) => unknown) => send('POST', url, bodyOf)
const query =
  (method: 'GET' | 'POST', path: string) =>
  (text: string): InjectOptions => ({
    method,
    url: path + encode(text),
    ...(method === 'POST' ? { payload: {} } : {}),
  })

const formOf = (form: string, text: string): unknown => {
  if (form === 'list') return [text]
  return form === 'range' ? [text, null] : text
}

const filterPositions = (resource: ResourceModel): readonly Position[] =>
  operandsOf(resource.filter).map(([at, payload]) => [
    `${resource.name}: filter ${at}`,
    post(`${resource.path}/filter`, payload),
  ])

/** A payload for each field, those of related rows within their group. */
const operandsOf = (
  filter: FilterShapeModel,
): readonly (readonly [at: string, payload: (text: string) => object])[] =>
  [...filter.values()].flatMap((member) => {
    const { name } = member
    if (!isRelated(member)) {
      return [[name, (text: string) => ({ [name]: formOf(member.form, text) })] as const]
    }
    return operandsOf(member.filter).map(
      ([at, payload]) => [`${name}.${at}`, (text: string) => ({ [name]: payload(text) })] as const,
    )
  })

const writePositions = (resource: ResourceModel): readonly Position[] => {
  const { create, path } = resource
  if (!create) return []
  return [...create.fields.keys()].flatMap((name): readonly Position[] => [
    [
      `${resource.name}: create ${name}`,
      post(path, (text) => ({ ...valid(resource), [name]: text })),
    ],
    [
      `${resource.name}: update ${name}`,
      send('PUT', `${path}/1`, (text) => ({ ...valid(resource), [name]: text })),
    ],
  ])
}

let serial = 0
/** A body that only the attacked member makes wrong. */
const valid = ({ name }: ResourceModel): object => {
  const code = `A${++serial}`
  if (name === 'employees') {
    const rest = { salary: '1.00', hiredOn: '2026-01-01', departmentId: 1 }
    return { code, fullName: code, email: `${code}@example.com`, ...rest }
  }
  if (name === 'absence-requests' || name === 'absenceRequests') {
    return { employeeId: 1, kind: 'SICK', startsOn: '2026-01-01', endsOn: '2026-01-02', days: 2 }
  }
  return { code, name: code, category: 'x' }
}

const statsBody = { filter: {}, field: 'status' }
const sourceOf = `${employees}/option-sources`

const others: readonly Position[] = [
  ['id in the path', query('GET', `${skills}/`)],
  ['text id in the path', query('GET', '/api/payroll/monthly-costs/')],
  ['ids', query('GET', `${skills}/by-ids?ids=`)],
  ['text ids', query('GET', '/api/payroll/monthly-costs/by-ids?ids=')],
  ['page', query('POST', `${employees}/filter?page=`)],
  ['size', query('POST', `${employees}/filter?size=`)],
  ['sort', query('POST', `${employees}/filter?sort=`)],
  ['sort direction', query('POST', `${employees}/filter?sort=fullName,`)],
  ['includeIds', query('POST', `${employees}/filter?includeIds=`)],
  ['unknown parameter', (text) => ({ method: 'GET', url: `${skills}/all?${encode(text)}=1` })],
  ['after', query('POST', `${employees}/filter/cursor?after=`)],
  ['before', query('POST', `${employees}/filter/cursor?before=`)],
  ['locate id', query('POST', `${employees}/locate?id=`)],
  ['option search', query('POST', `${employees}/options/filter?search=`)],
  ['option search of a body', post(`${employees}/options/filter`, (text) => ({ search: text }))],
  ['option ids', query('GET', `${employees}/options/by-ids?ids=`)],
  [
    'option source',
    (text) => ({
      method: 'POST',
      url: `${sourceOf}/${encode(text)}/options/filter`,
      payload: {},
    }),
  ],
  ['search of a list', post(`${sourceOf}/statuses/options/filter`, (text) => ({ search: text }))],
  ['search of values', post(`${sourceOf}/ratings/options/filter`, (text) => ({ search: text }))],
  [
    'search of a lookup',
    post(`${sourceOf}/managers/options/filter`, (text) => ({
      search: text,
      filter: { departmentId: 1 },
    })),
  ],
  [
    'search of records',
    post(`${sourceOf}/departments/options/filter`, (text) => ({ search: text })),
  ],
  [
    'sort of an option source',
    post(`${sourceOf}/departments/options/filter`, (text) => ({ sort: text })),
  ],
  [
    'ids of an option source',
    post(`${sourceOf}/statuses/options/by-ids`, (text) => ({ ids: [text] })),
  ],
  ['stats field', post(`${employees}/stats/group-by`, (text) => ({ ...statsBody, field: text }))],
  [
    'stats alias',
    post(`${employees}/stats/group-by`, (text) => ({
      ...statsBody,
      metrics: [{ operation: 'SUM', field: 'salary', alias: text }],
    })),
  ],
  [
    'stats metric',
    post(`${employees}/stats/group-by`, (text) => ({
      ...statsBody,
      metric: { operation: text, field: 'salary' },
    })),
  ],
  [
    'stats metric field',
    post(`${employees}/stats/group-by`, (text) => ({
      ...statsBody,
      metric: { operation: 'SUM', field: text },
    })),
  ],
  ['stats order', post(`${employees}/stats/group-by`, (text) => ({ ...statsBody, orderBy: text }))],
  [
    'stats filter',
    post(`${employees}/stats/group-by`, (text) => ({ ...statsBody, filter: { fullName: text } })),
  ],
  [
    'time zone',
    post(`${employees}/stats/timeseries`, (text) => ({
      filter: {},
      field: 'hiredOn',
      granularity: 'DAY',
      timeZone: text,
    })),
  ],
  [
    'time zone of instants',
    post(`${employees}/stats/timeseries`, (text) => ({
      filter: {},
      field: 'lastReviewAt',
      granularity: 'DAY',
      timeZone: text,
    })),
  ],
  [
    'granularity',
    post(`${employees}/stats/timeseries`, (text) => ({
      filter: {},
      field: 'hiredOn',
      granularity: text,
    })),
  ],
  [
    'from',
    post(`${employees}/stats/timeseries`, (text) => ({
      filter: {},
      field: 'hiredOn',
      granularity: 'DAY',
      from: text,
    })),
  ],
  [
    'bucket size',
    post(`${employees}/stats/distribution`, (text) => ({
      filter: {},
      field: 'salary',
      mode: 'HISTOGRAM',
      bucketSize: text,
    })),
  ],
  ['export field', post(`${employees}/export`, (text) => ({ fields: [text] }))],
  ['export sort', post(`${employees}/export`, (text) => ({ sort: [text] }))],
  ['export filter', post(`${employees}/export`, (text) => ({ filters: { fullName: text } }))],
  [
    'export ids',
    post('/api/payroll/monthly-costs/export', (text) => ({
      scope: 'selected',
      selectedIds: [text],
    })),
  ],
  ['file name', post(`${skills}/export`, (text) => ({ fileName: text, maxRows: 1 }))],
  [
    'delimiter',
    post(`${skills}/export`, (text) => ({
      maxRows: 1,
      formatOptions: { csv: { delimiter: text } },
    })),
  ],
  [
    'name of a member',
    post(skills, (text) => ({ ...valid({ name: 'skills' } as ResourceModel), [text]: 1 })),
  ],
  ['name of a filter', post(`${skills}/filter`, (text) => ({ [text]: 1 }))],
  [
    'intent',
    send('PATCH', `${employees}/1/profile`, (text) => ({ nickname: text, phone: text, bio: text })),
  ],
  ['comment of an action', post(`${absences}/1/actions/approve`, (text) => ({ comment: text }))],
  [
    'name of an action',
    (text) => ({
      method: 'POST',
      url: `${absences}/1/actions/${encode(text)}`,
      payload: {},
    }),
  ],
  ['bulk ids', post(`${absences}/actions/bulk-reject`, (text) => ({ ids: [text], comment: text }))],
  ['batch delete', send('DELETE', `${skills}/batch`, (text) => [text])],
  [
    'batch item',
    post(`${skills}/batch`, (text) => ({
      atomicity: 'PER_ITEM',
      items: [
        { operation: 'CREATE', data: { code: text, name: text, category: text } },
        { operation: 'UPDATE', id: text, version: text, data: {} },
      ],
    })),
  ],
  ['schema path', query('GET', '/schemas/filtered?operation=get&schemaType=response&path=')],
  [
    'schema operation',
    query('GET', `/schemas/filtered?path=${skills}/all&schemaType=response&operation=`),
  ],
  [
    'id field of a schema',
    query('GET', `/schemas/filtered?path=${skills}/all&schemaType=response&operation=get&idField=`),
  ],
  ['catalog group', query('GET', '/schemas/actions?group=')],
  ['catalog resource', query('GET', '/schemas/surfaces?resource=')],
  ['API description', query('GET', '/v3/api-docs/')],
  ['page of the docs', query('GET', '/docs/')],
  ['file of the workbench', query('GET', '/workbench/')],
]

const headerNames = [
  'accept',
  'accept-language',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-request-id',
  'x-correlation-id',
  'traceparent',
  'prefer',
  'x-tenant',
  'x-development-caller',
  'origin',
  'user-agent',
  'cookie',
  'api-version',
  'authorization',
] as const

const headerPositions: readonly Position[] = headerNames.map((name) => [
  `header ${name}`,
  (text) => ({
    method: 'PUT',
    url: `${skills}/1`,
    // Bytes that no HTTP client can put into a header.
    headers: { [name]: text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '') },
    payload: { code: 'H', name: 'x', category: 'x' },
  }),
])

export const positions: readonly Position[] = [
  ...model.resources.flatMap(filterPositions),
  ...model.resources.flatMap(writePositions),
  ...others,
  ...headerPositions,
]
