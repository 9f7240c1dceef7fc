/** Small documents that differ in one thing. */
import { type Change, compareDocuments, type JsonObject } from '../src/index.js'

export const path = '/api/tests/parcels/filter'
export const where = `POST ${path}`

export const documentOf = (
  operation: JsonObject,
  schemas: JsonObject = {},
  rest: JsonObject = {},
): JsonObject => ({
  openapi: '3.1.0',
  paths: { [path]: { post: operation } },
  components: { schemas },
  ...rest,
})

const contentOf = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** How a schema gets into a document on either side. */
export const sides = {
  request: {
    body: `${where} request.body`,
    withSchema: (schema: unknown, schemas?: JsonObject) =>
      documentOf({ requestBody: contentOf(schema) }, schemas),
  },
  response: {
    body: `${where} response.200.body`,
    withSchema: (schema: unknown, schemas?: JsonObject) =>
      documentOf({ responses: { 200: contentOf(schema) } }, schemas),
  },
} as const

/** `breaking GET /x request.body.a`; what follows the place is for people. */
export const placesOf = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ kind, where: place }) => `${kind} ${place}`)

export const compareOperations = (
  before: JsonObject,
  after: JsonObject,
  today?: string,
): readonly string[] =>
  placesOf(
    compareDocuments(documentOf(before), documentOf(after), today === undefined ? {} : { today }),
  ).map((place) => place.replace(` ${where}`, ''))
