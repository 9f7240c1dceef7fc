/** `/schemas/service`: the service itself, its limits, and who its caller is. */
import type { DevelopmentCaller } from '../../contract/development-caller.js'
import type { Principal } from '../../contract/principal.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Translator } from '../../foundation/text/messages.js'
import type { ServiceDescription } from '../../wire/catalogs/service.js'
import { defaultPageSize } from '../../wire/page-size.js'
import { translatedOrNull } from './surfaces.js'

/** What a service knows about itself once it has started. */
export interface ServiceFacts {
  readonly startedAt: Date
  /** Version of Corollary. */
  readonly corollary: string
  readonly database: NonNullable<ServiceDescription['database']>
  readonly languages: readonly string[]
  /** Callers that requests may act as. */
  readonly callers: readonly DevelopmentCaller[]
  /** Whether the caller may act in any tenant. */
  readonly choosesTenant: (caller: Principal) => boolean
}

export interface NamedService extends ServiceFacts {
  readonly title: string
  readonly version: string
  readonly description: string | undefined
  readonly settings: Settings
}

export const describeService = (
  { title, version, description, settings, startedAt, ...facts }: NamedService,
  principal: Principal,
  translate: Translator,
): ServiceDescription => {
  const { id, isAnonymous, tenant, authorities } = principal
  return {
    title: translate(title),
    version,
    description: translatedOrNull(description, translate),
    // Versions tell strangers which known weaknesses to try.
    ...(isAnonymous
      ? {}
      : {
          corollary: facts.corollary,
          startedAt: startedAt.toISOString(),
          database: facts.database,
        }),
    zone: settings['platform.filter.zone-id'],
    languages: facts.languages,
    contextPath: settings['platform.http.context-path'],
    authentication: settings['platform.auth.mode'],
    limits: limitsOf(settings),
    caller: {
      ...{ id, anonymous: isAnonymous, tenant, authorities },
      choosesTenant: facts.choosesTenant(principal),
    },
    callers: facts.callers.map((caller) => ({
      id: caller.id,
      title: translate(caller.title),
      description: translatedOrNull(caller.description, translate),
      authorities: caller.authorities,
      tenant: caller.tenant ?? null,
    })),
  }
}

const limitsOf = (settings: Settings): ServiceDescription['limits'] => {
  const pageSize = settings['platform.pagination.max-size']
  const ids = settings['platform.query.by-ids.max']
  return {
    pageSize,
    defaultPageSize: Math.min(defaultPageSize, pageSize),
    offset: settings['platform.pagination.max-offset'],
    ids,
    exportRows: settings['platform.export.max-rows'],
    listItems: settings['platform.filter.in.max'],
    bulk: ids,
    batchItems: settings['platform.batch.max-items'],
    buckets: settings['platform.stats.max-buckets'],
    seriesPoints: settings['platform.stats.max-series-points'],
    queries: settings['platform.queries.max'],
  }
}
