/** Rules of API linters and code generators that the published documents satisfy. */
import { describe, expect, test } from 'vitest'
import movies from '../../examples/movies/app.js'
import people from '../../examples/people/app.js'
import { describeContract } from '../../src/server/commands/describe-contract.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import type { Json } from '../http/use-people.js'
import { operationsIn, resourcesIn } from './use-discovery.js'

/** Every schema anywhere in a document, with its path. */
const nodesIn = (node: Json, at = '#'): readonly (readonly [at: string, node: Json])[] => {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.entries<Json>(node)
    .filter(([name]) => !['examples', 'example', 'default', 'enum'].includes(name))
    .flatMap(([name, member]) => nodesIn(member, `${at}/${name}`))
  return [[at, node], ...inner]
}

const typesOf = ({ type }: Json): readonly string[] => [type ?? []].flat()
const limits = ['RateLimit', 'RateLimit-Policy']
const isPrintable = (value: unknown): boolean =>
  typeof value !== 'string' || /^[\x21-\x7e][\x20-\x7e]*$/.test(value)

const samples = { people, movies }
const hooked = { PLATFORM_WEBHOOKS_ENDPOINTS: JSON.stringify([{ name: 'crm' }]) }
const guarded = { PLATFORM_AUTH_MODE: 'jwt', PLATFORM_AUTH_JWT_AUDIENCE: 'people' }

describe.each([
  ['people', {}],
  ['movies', {}],
  ['people', { PLATFORM_HTTP_CONTEXT_PATH: '/hr' }],
  ['people', guarded],
  ['people', hooked],
] as const)('%s with %j', (name, environment: Readonly<Record<string, string>>) => {
  const { settings } = readSettings({ environment })
  const describeGroup = (group?: string): Json => describeContract(samples[name], settings, group)
  const whole = describeGroup()
  const groups = resourcesIn(whole).map((path) =>
    path.slice(settings['platform.http.context-path'].length + 1).replaceAll('/', '-'),
  )
  const documents = [whole, ...['platform-discovery', ...groups].map(describeGroup)]
  const eachDocument = (find: (document: Json) => readonly string[]) => {
    for (const document of documents) {
      expect(find(document), document.info.title).toEqual([])
    }
  }

  test('every response that limits or defers a caller says when to come back', () =>
    eachDocument((document) =>
      operationsIn(document).flatMap(({ operation: { operationId, responses } }) =>
        Object.entries<Json>(responses)
          .filter(([status]) => ['429', '503'].includes(status))
          .filter(([status, { headers }]) => {
            const expected = ['Retry-After', ...(status === '429' ? limits : [])]
            return JSON.stringify(Object.keys(headers)) !== JSON.stringify(expected)
          })
          .map(([status]) => `${operationId} ${status}`),
      ),
    ))

  test('every header that a response refers to is described', () =>
    eachDocument((document) =>
      nodesIn(document)
        .map(([, { $ref }]) => /^#\/components\/headers\/(.*)/.exec($ref ?? '')?.[1])
        .filter((header) => header !== undefined && !document.components.headers[header])
        .map(String),
    ))

  test('every list declares its items', () =>
    eachDocument((document) =>
      nodesIn(document)
        .filter(([, node]) => typesOf(node).includes('array') && node.items === undefined)
        .map(([at]) => at),
    ))

  test('no alternative of a schema is a list, because Java clients cannot represent it', () =>
    eachDocument((document) =>
      nodesIn(document)
        .filter(([, node]) =>
          (node.anyOf ?? node.oneOf ?? []).some((alternative: Json) => alternative.items),
        )
        .map(([at]) => at),
    ))

  test('a code generator can name every value of an enum', () =>
    eachDocument((document) =>
      nodesIn(document)
        .filter(([, node]) => Array.isArray(node.enum) && !node.enum.every(isPrintable))
        .map(([at]) => at),
    ))

  test('no enum is empty or repeats a value', () =>
    eachDocument((document) =>
      nodesIn(document)
        .filter(([, node]) => Array.isArray(node.enum))
        .filter(
          ([, { enum: values }]) => values.length === 0 || new Set(values).size < values.length,
        )
        .map(([at]) => at),
    ))

  test('every tag is declared once, described and used', () => {
    for (const document of documents) {
      const used = new Set(
        Object.values<Json>(document.paths).flatMap((methods) =>
          Object.values<Json>(methods).flatMap((operation) => operation.tags),
        ),
      )
      expect(document.tags.map((tag: Json) => tag.name).sort()).toEqual([...used].sort())
      for (const { description } of document.tags) expect(description).toMatch(/\w/)
    }
  })

  test('every operation and parameter is described', () =>
    eachDocument((document) =>
      operationsIn(document).flatMap(({ operation }) =>
        [operation, ...operation.parameters]
          .filter(({ description }) => !/\w/.test(description ?? ''))
          .map((parameter: Json) => `${operation.operationId} ${parameter.name ?? ''}`),
      ),
    ))

  test('no component is unused', () =>
    eachDocument((document) => {
      const text = JSON.stringify(document)
      return Object.entries<Json>(document.components).flatMap(([kind, components]) =>
        kind === 'securitySchemes'
          ? []
          : Object.keys(components).filter(
              (component) => !text.includes(`"#/components/${kind}/${component}"`),
            ),
      )
    }))

  test('every path variable has a parameter, and no path hides another', () =>
    eachDocument((document) => {
      const paths = Object.keys(document.paths)
      const normal = paths.map((path) => path.replaceAll(/\{[^}]*\}/g, '{}'))
      expect(new Set(normal).size).toBe(paths.length)
      return operationsIn(document).flatMap(({ path, operation }) => {
        const named = operation.parameters
          .filter((parameter: Json) => parameter.in === 'path' && parameter.required)
          .map((parameter: Json) => `{${parameter.name}}`)
        const variables = path.match(/\{[^}]*\}/g) ?? []
        return variables.join() === named.join() ? [] : [path]
      })
    }))

  test('security and the facts of the API are stated', () => {
    const isGuarded = settings['platform.auth.mode'] === 'jwt'
    const hasCallers = samples[name].callers !== undefined
    const open = hasCallers ? [{}, { developmentCaller: [] }] : []
    for (const { info, security, components } of documents) {
      expect(security).toEqual(isGuarded ? [{ bearer: [] }] : open)
      const schemes = isGuarded ? ['bearer'] : hasCallers ? ['developmentCaller'] : []
      expect(Object.keys(components.securitySchemes ?? {})).toEqual(schemes)
      for (const fact of ['title', 'version', 'description']) expect(info[fact]).toMatch(/\w/)
    }
  })
})
