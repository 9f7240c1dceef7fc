/** What a service is: its versions, its limits, and who its caller is. */
import Type from 'typebox'
import { count, flag, instant, nullable, oneOf, text, type Wire } from '../forms.js'

/** Maximum numbers; the page size also has a default. */
const ServiceLimits = Type.Object({
  pageSize: count,
  defaultPageSize: count,
  /** Rows before a page. */
  offset: count,
  /** Ids of a request for records or options by their ids. */
  ids: count,
  exportRows: count,
  /** Values in a list of a filter. */
  listItems: count,
  /** Records of a bulk action. */
  bulk: count,
  /** Records that one batch creates and updates. */
  batchItems: count,
  /** Maximum number of buckets of a statistic by value, and of a histogram. */
  buckets: count,
  seriesPoints: count,
  /** Queries of one `POST /queries`. */
  queries: count,
})

const CurrentCaller = Type.Object({
  /** Null for an anonymous caller. */
  id: nullable(text),
  anonymous: flag,
  tenant: nullable(text),
  /** May act in any tenant: requests name one in the header `X-Tenant`. */
  choosesTenant: flag,
  /** `*` is every authority. */
  authorities: Type.Array(text),
})

/** A caller that requests may act as while authentication is off. */
const DevelopmentCaller = Type.Object(
  {
    id: text,
    title: text,
    description: nullable(text),
    authorities: Type.Array(text),
    tenant: nullable(text),
  },
  { $id: 'ServiceCaller' },
)

export const ServiceDescription = Type.Object(
  {
    title: text,
    /** Version of the API. */
    version: text,
    description: nullable(text),
    /** Version of Corollary. This member and the next two are not sent to anonymous callers. */
    corollary: Type.Optional(text),
    startedAt: Type.Optional(instant),
    database: Type.Optional(Type.Object({ version: text, kind: oneOf(['embedded', 'server']) })),
    /** Time zone of days and local times. */
    zone: text,
    languages: Type.Array(text),
    contextPath: text,
    authentication: oneOf(['none', 'jwt']),
    limits: ServiceLimits,
    caller: CurrentCaller,
    callers: Type.Array(DevelopmentCaller),
  },
  { $id: 'ServiceDescription' },
)
export type ServiceDescription = Wire<typeof ServiceDescription>
