/** What the semantic catalogs of a resource do with a request. */
import { noWorkflow } from '../discovery/discovery.js'
import { readRecord } from '../operations/read.js'
import { datasetVersionOf } from '../query/select.js'
import { type Exchange, type Handlers, sendJson, versioned } from './exchange.js'
import { readId } from './request.js'

/** The id as it travels, of a record that is there. */
const knownId = async ({ call, request, reply }: Exchange): Promise<unknown> => {
  const { resource } = call
  const { id: sent } = request.params as { id: string }
  const id = readId(resource, sent, resource.idField)
  versioned(reply, datasetVersionOf(await readRecord(call, id)))
  return resource.entity.primaryKey.kind === 'integer' ? Number(id) : id
}

export const catalogHandlers = {
  itemSurfaces: async (exchange) => {
    const id = await knownId(exchange)
    const { call, discovery, reply } = exchange
    return sendJson(reply, discovery.itemSurfaces(call.resource, id))
  },

  actions: async () => {
    throw noWorkflow()
  },

  itemActions: async () => {
    throw noWorkflow()
  },

  capabilities: async ({ call, discovery, reply }) =>
    sendJson(reply, discovery.capabilities(call.resource, null)),

  itemCapabilities: async (exchange) => {
    const id = await knownId(exchange)
    const { call, discovery, reply } = exchange
    return sendJson(reply, discovery.capabilities(call.resource, id))
  },
} satisfies Handlers
