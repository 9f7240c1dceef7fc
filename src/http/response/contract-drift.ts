/** Adds `X-Contract-Drift` to responses to clients that were built with another contract. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { View } from '../../access/views.js'
import { contractDrift } from '../../discovery/contract-drift.js'
import { operationContracts } from '../../discovery/contract-hashes.js'
import { memoize } from '../../foundation/functions/memoize.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { contractDriftHeader, contractHashHeader } from '../../wire/contract.js'
import { addVary } from './conditional.js'

const sentHeader = contractHashHeader.toLowerCase()

export type AddDrift = (
  request: FastifyRequest,
  reply: FastifyReply,
  resource: ResourceModel,
  operation: Operation,
  view: View,
) => void

/** The hashes of a resource are made when a client first sends one. */
export const createContractDrift = (settings: Settings): AddDrift => {
  const contractsOf = memoize((resource: ResourceModel) => operationContracts(resource, settings))
  return (request, reply, resource, operation, view) => {
    const sent = request.headers[sentHeader]
    if (sent === undefined) return
    // A client with a newer contract must not get the drift of an older one from its cache.
    addVary(reply, contractHashHeader)
    const visible = view.model.resources.find(({ key }) => key === resource.key)!
    const contract = contractsOf(visible).get(operation.id)
    if (!contract) return
    const isPartial = contract.hash !== contractsOf(resource).get(operation.id)?.hash
    const drift = contractDrift(sent.toString(), contract, isPartial)
    if (drift !== undefined) reply.header(contractDriftHeader, drift)
  }
}
