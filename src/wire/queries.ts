/** Several queries that are answered from one snapshot of the database. */
import Type from 'typebox'
import { anyObject, instant, mapOf, text, type Wire } from './forms.js'

const maxQueryNameLength = 100

const parameter = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] })

export const Query = Type.Object(
  {
    /** The member of `results` with the response. */
    name: Type.String({ minLength: 1, maxLength: maxQueryNameLength }),
    /** The path of a `POST` that reads, such as `/api/sales/orders/stats/group-by`. */
    path: Type.String({ pattern: '^/(?!/)[^?#\\s]*$' }),
    /** Its query parameters; a list repeats the parameter. */
    query: Type.Optional(
      Type.Unsafe<Record<string, Wire<typeof parameter> | readonly Wire<typeof parameter>[]>>({
        type: 'object',
        additionalProperties: {
          type: ['string', 'number', 'boolean', 'array'],
          items: parameter,
        },
      }),
    ),
    /** Its body. Default: no body. */
    body: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false, $id: 'Query' },
)
export type Query = Wire<typeof Query>

export const QueriesBody = Type.Object({ queries: Type.Array(Query, { minItems: 1 }) })
export type QueriesBody = Wire<typeof QueriesBody>

export const QueryResult = Type.Object(
  {
    /** The status of the response. */
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    /** Its body: that of the route, or the envelope of a failure. */
    body: anyObject,
    /** Version of the dataset that was read: the header `X-Data-Version` of the response. */
    dataVersion: Type.Optional(text),
  },
  { $id: 'QueryResult' },
)
export type QueryResult = Wire<typeof QueryResult>

export const QueriesResponse = Type.Object(
  {
    /** When the data was read. Everything that was committed by then is in the results. */
    snapshot: instant,
    /** By the names of the queries. */
    results: mapOf(QueryResult),
  },
  { $id: 'QueriesResponse' },
)
export type QueriesResponse = Wire<typeof QueriesResponse>
