/** A service whose records have files, over HTTP: the client of a test sends bytes and streams. */
import { createHash } from 'node:crypto'
import {
  defineEntity,
  defineSchema,
  EQUAL,
  type FileOptionsOfService,
  file,
  GREATER_THAN,
  IS_NULL,
  instant,
  integer,
  LIKE,
  text,
  version,
} from 'corollary'
import type pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Callers, tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const documents = defineEntity(
  'documents',
  {
    id: integer({ primaryKey: true, generated: true }),
    title: text({ maxLength: 80 }),
    team: text({ maxLength: 20, default: 'red' }),
    photo: file({
      maxBytes: 3_000_000,
      types: ['image/png', 'image/svg+xml', 'text/*'],
      audited: true,
    }),
    secret: file({
      maxBytes: 4_294_967_296,
      visibleTo: ['secrets'],
      editableBy: ['secrets:write'],
    }),
    deletedAt: instant({ nullable: true }),
    version: version(),
  },
  {
    softDelete: { at: 'deletedAt' },
    rowAccess: {
      filter: { team: EQUAL() },
      visibleTo: (caller) => (caller.has('all') ? 'all' : { team: 'red' }),
    },
  },
)

export const fileContract = defineSchema({ documents })

export const documentApi = fileContract.resource('documents', {
  key: 'office.documents',
  path: '/api/documents',
  response: {
    ...{ id: '.', title: '.', team: '.', photo: '.', secret: '.', version: '.' },
    ...{ photoName: 'photo.name', photoSize: 'photo.size' },
  },
  create: { title: '.', team: '.' },
  update: { title: '.', team: '.' },
  delete: true,
  filter: {
    photoIsNull: IS_NULL('photo'),
    photoName: LIKE('photo.name'),
    photoType: EQUAL('photo.type'),
    photoOver: GREATER_THAN('photo.size'),
  },
  guards: { history: { authorities: ['all'] } },
  defaultSort: ['id'],
})

export const fileColumns = (field: string): string =>
  `${field}_name text, ${field}_type text, ${field}_size bigint, ${field}_sha256 text, ${field}_file uuid`

export const documentTables = `create table documents (
  id integer generated always as identity primary key, title varchar(80) not null,
  team varchar(20) not null default 'red', ${fileColumns('photo')}, ${fileColumns('secret')},
  deleted_at timestamptz, version integer not null default 1)`

const callers = {
  chief: { authorities: ['all', 'secrets', 'secrets:write'] },
  reader: { authorities: ['all', 'secrets'] },
  red: { authorities: [] },
} as const satisfies Callers

export const documentsPath = '/api/documents'

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

interface Sent {
  readonly caller?: keyof typeof callers
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | ReadableStream
}

export interface FilesUnderTest {
  send(path: string, sent?: Sent): Promise<Response>
  /** The `data` of a response with this status. */
  data(response: Response, status?: number): Promise<Json>
  /** Creates a record and returns its path. */
  create(members?: object): Promise<string>
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Json[]>
  readonly port: number
  readonly connection: pg.ClientConfig
}

export const useFiles = (
  settings: Readonly<Record<string, unknown>> = {},
  files: FileOptionsOfService = {},
  environment: Readonly<Record<string, string>> = {},
): FilesUnderTest => {
  const service = useService({
    resources: [documentApi],
    callers,
    settings,
    files,
    environment,
    database: tablesOf(documentTables),
  })
  let port = 0
  beforeAll(async () => {
    port = Number(new URL(await service.service.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => service.service.app.server.closeAllConnections())
  const send: FilesUnderTest['send'] = (path, { caller = 'chief', headers = {}, ...sent } = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...sent,
      headers: { authorization: `Bearer ${caller}`, ...headers },
      ...(sent.body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit)
  const data: FilesUnderTest['data'] = async (response, status = 200) => {
    const body = await response.text()
    expect(response.status, body).toBe(status)
    return JSON.parse(body).data
  }
  return {
    send,
    data,
    create: async (members = {}) => {
      const body = JSON.stringify({ title: 'a', ...members })
      const headers = { 'content-type': 'application/json' }
      const created = await send(documentsPath, { method: 'POST', headers, body })
      return `${documentsPath}/${(await data(created, 201))['id']}`
    },
    rows: service.rows,
    get connection() {
      return service.connection
    },
    get port() {
      return port
    },
  }
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Bytes that begin as an image does; all others differ from their neighbours. */
export const png = (size = 100): Buffer => {
  const bytes = Buffer.alloc(size)
  for (let index = 0; index < size; index++) bytes[index] = (index * 7 + (index >> 8)) & 255
  pngStart.copy(bytes)
  return bytes
}
