/** Handlers of the semantic catalogs of a resource. */

import { availabilityOf, type Snapshot } from '../../access/availability.js'
import type { CatalogContext, CatalogReader } from '../../discovery/catalogs/surfaces.js'
import type { Discovery } from '../../discovery/discovery.js'
import { wireIdOf } from '../../model/stored-value.js'
import type { Caller } from '../../operations/context.js'
import { readRecordHead } from '../../operations/read/read.js'
import { readId } from '../request/parameters.js'
import { addPrivateCaching } from '../response/conditional.js'
import { type Exchange, type Handlers, sendJson, versioned } from './exchange.js'

/**
 * Decides availability and translates for a caller. Without a record: for catalogs of resources.
 */
export const catalogReaderOf = ({ principal, view }: Caller, record?: Snapshot): CatalogReader => ({
  translate: view.translate,
  decide: ({ key }, operation, scope, editableBy) =>
    availabilityOf({
      resource: view.resource(key),
      operation,
      principal,
      scope,
      editableBy,
      // Collection operations do not depend on the record.
      record: operation.scope === 'ITEM' || scope === 'ITEM' ? record : undefined,
    }),
})

const collection = ({ call }: Exchange): CatalogContext => ({
  ...catalogReaderOf(call),
  resourceId: null,
})

/** Reads the head of the record that the catalog is about. @throws AppError RESOURCE_NOT_FOUND */
const ofRecord = async ({ call, request, reply }: Exchange): Promise<CatalogContext> => {
  const { resource } = call
  const { id: sent } = request.params as { id: string }
  const id = readId(resource, sent, resource.idField)
  const record = await readRecordHead(call, id)
  versioned(reply, record.datasetVersion)
  return {
    resourceId: wireIdOf(resource.entity, id),
    ...catalogReaderOf(call, record.snapshot),
  }
}

const send = (exchange: Exchange, json: string) => {
  addPrivateCaching(
    exchange.reply.header('Content-Language', exchange.call.view.translate.language),
  )
  return sendJson(exchange.reply, json)
}

const discovery = ({ call, discoveryOf }: Exchange): Discovery => discoveryOf(call.view)

export const catalogHandlers = {
  itemSurfaces: async (exchange) => {
    const { key } = exchange.call.resource
    return send(exchange, discovery(exchange).itemSurfaces(key, await ofRecord(exchange)))
  },

  actions: async (exchange) => {
    const { key } = exchange.call.resource
    return send(exchange, discovery(exchange).resourceActions(key, collection(exchange)))
  },

  itemActions: async (exchange) => {
    const { key } = exchange.call.resource
    return send(exchange, discovery(exchange).resourceActions(key, await ofRecord(exchange)))
  },

  capabilities: async (exchange) => {
    const { key } = exchange.call.resource
    return send(exchange, discovery(exchange).capabilities(key, collection(exchange)))
  },

  itemCapabilities: async (exchange) => {
    const { key } = exchange.call.resource
    return send(exchange, discovery(exchange).capabilities(key, await ofRecord(exchange)))
  },
} satisfies Handlers
