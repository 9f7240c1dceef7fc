/** Collects every URL that a service publishes: each text that begins with `/`. */
import type { TestCaller } from 'corollary/testing'
import { expect } from 'vitest'
import type { Answer, Headers, Json, Method } from '../http/use-people.js'
import { filteredUrl, operationsIn, resourcesIn, type Sample, sidesIn } from './use-discovery.js'

export const callers = {
  director: {
    authorities: ['hr:all', 'absence:decide', 'employee:compensation'],
  },
  clerk: { authorities: ['hr:department:1'] },
} satisfies Readonly<Record<string, TestCaller>>

export type Caller = keyof typeof callers | 'anonymous'

export const callerNames: readonly Caller[] = ['director', 'clerk', 'anonymous']

/** Documents are public, so that anonymous callers find URLs too. */
export const openDocuments = { 'platform.auth.public': 'health,docs,schemas' } as const

const headersOf = (caller: Caller): Headers =>
  caller === 'anonymous' ? {} : { authorization: `Bearer ${caller}` }

/**
 * The texts and member names of a document, without two that publish no URL: the path of
 * the request, and the prefix of all paths.
 */
const textsIn = (document: Json): readonly string[] => {
  const texts: string[] = []
  const collect = (node: Json): void => {
    if (typeof node === 'string') texts.push(node)
    else if (Array.isArray(node)) node.forEach(collect)
    else if (typeof node === 'object' && node !== null) {
      for (const name of Object.keys(node)) {
        if (name === 'instance' || name === 'contextPath') continue
        texts.push(name)
        collect(node[name])
      }
    }
  }
  collect(document)
  return texts
}

/** The documents that one caller reads, and the URLs in them. */
export class Walk {
  readonly addresses = new Map<string, string>()
  readonly dead: string[] = []
  documents = 0

  constructor(
    readonly sample: Sample,
    readonly contextPath: string,
    readonly caller: Caller,
  ) {}

  send(method: string, url: string, body?: unknown): Promise<Answer> {
    return this.sample.send(method as Method, url, body, headersOf(this.caller))
  }

  /** Reads a document and collects its URLs; from a refused document only those of its errors. */
  async read(method: string, url: string, body?: unknown): Promise<Json> {
    const answer = await this.send(method, url, body)
    this.documents++
    const document = answer.body === '' ? {} : answer.json()
    const { location } = answer.headers
    const texts = [...textsIn(document), ...(location ? [String(location)] : [])]
    for (const text of texts) {
      if (/^\/\w/.test(text) && !this.addresses.has(text)) {
        this.addresses.set(text, `${method} ${url}`)
      }
    }
    return document
  }

  /** Requests the URL; it must return what it names. */
  async follow(address: string, ids: ReadonlyMap<string, string>): Promise<void> {
    const description = `${address} (in ${this.addresses.get(address)}, as ${this.caller})`
    const isInside = `${address}/`.startsWith(`${this.contextPath}/`)
    if (!isInside) return void this.dead.push(`outside of the context path: ${description}`)
    if (address.includes('|')) {
      const [path = '', operation = '', schemaType = ''] = address.split('|')
      const { statusCode } = await this.send('GET', this.filtered({ path, operation, schemaType }))
      if (statusCode !== 200) this.dead.push(`schema ${statusCode}: ${description}`)
      return
    }
    const [url = '', fragment] = withValues(address, ids).split('#')
    if (!url.includes('?')) {
      const { headers, statusCode } = await this.send('PROPFIND', url)
      if (statusCode !== 405) return void this.dead.push(`no route, ${statusCode}: ${description}`)
      if (!String(headers['allow']).split(', ').includes('GET')) return
    }
    // A stream that follows the changes does not end by itself.
    const read = await this.send('GET', url.endsWith('/changes') ? `${url}?follow=false` : url)
    // Links to pages are links to `POST /filter`.
    const answer = read.statusCode === 405 ? await this.send('POST', url, {}) : read
    const { statusCode } = answer
    const isThere = [200, 302, 304, 400, 401, 403].includes(statusCode)
    const isHidden = statusCode === 404 && answer.json().errors[0].code === 'RESOURCE_NOT_FOUND'
    if (!isThere && !isHidden) this.dead.push(`${statusCode}: ${description}`)
    if (fragment !== undefined && statusCode === 200 && !answer.body.includes(`id="${fragment}"`)) {
      this.dead.push(`no such fragment: ${description}`)
    }
  }

  filtered(query: Readonly<Record<string, string>>): string {
    return `${this.contextPath}${filteredUrl(query)}`
  }
}

/** Template variables are replaced by existing values. */
const withValues = (address: string, ids: ReadonlyMap<string, string>): string => {
  const [resource = ''] = address.split('/{')
  return address.replace('{id}', ids.get(resource) ?? '1')
}

/** Reads every document of a sample, and returns the values that its URLs need. */
export const readEverything = async (walk: Walk): Promise<ReadonlyMap<string, string>> => {
  const { contextPath } = walk
  const at = (path: string) => `${contextPath}${path}`
  const whole = await walk.read('GET', at('/v3/api-docs'))
  const resources = resourcesIn(whole)
  const operations = operationsIn(whole)
  const catalog = await walk.read('GET', at('/schemas/catalog'))
  const groups = new Set<string>(
    catalog.endpoints.map((endpoint: Json) => groupOf(endpoint.resourceKey)),
  )
  for (const group of ['platform-discovery', ...groups]) {
    await walk.read('GET', at(`/v3/api-docs/${group}`))
  }
  for (const group of groups) {
    await walk.read('GET', at(`/schemas/catalog?group=${group}`))
    await walk.read('GET', at(`/schemas/surfaces?group=${group}`))
  }
  for (const path of ['/schemas/actions', '/schemas/resources', '/schemas/service']) {
    await walk.read('GET', at(path))
  }
  for (const { path, method } of operations) {
    const query = new URLSearchParams({ path, operation: method.toLowerCase() })
    const { endpoints } = await walk.read('GET', at(`/schemas/catalog?${query}`))
    if (!path.startsWith(at('/schemas'))) expect(endpoints, `${method} ${path}`).toHaveLength(1)
  }
  for (const side of sidesIn(whole, contextPath)) {
    await walk.read('GET', walk.filtered(side))
  }
  const ids = new Map<string, string>()
  for (const resource of resources) {
    const group = resource.slice(contextPath.length + 1).replaceAll('/', '-')
    await walk.read('GET', at(`/v3/api-docs/${group}`))
    for (const path of ['capabilities', 'actions', 'schemas']) {
      await walk.read('GET', `${resource}/${path}`)
    }
    const page = await walk.read('POST', `${resource}/filter?size=2`, {})
    const id = String(page.data?.content[0]?.id ?? 1)
    ids.set(resource, id)
    for (const path of ['', '/capabilities', '/surfaces', '/actions', '/schemas']) {
      await walk.read('GET', `${resource}/${id}${path}`)
    }
    await walk.read('POST', `${resource}/filter/cursor?size=2`, {})
    await walk.read('POST', `${resource}/stats/group-by`, { filter: {}, field: 'none' })
    await walk.read('POST', `${resource}/filter`, { noSuchField: 1 })
  }
  await walk.read('GET', at('/no/such/path'))
  await walk.read('PROPFIND', at('/docs'))
  return ids
}

const groupOf = (key: string): string => key.slice(0, key.indexOf('.'))
