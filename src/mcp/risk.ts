/** Risk levels: those of workflow actions, and those of the other operations that write. */
import type { Action } from '../wire/catalogs/actions.js'
import type { ResourceEntry } from '../wire/catalogs/resources.js'

export type Risk = Action['execution']['interaction']['riskLevel']

/** The highest risk of the operations that agents are offered. `NONE`: agents only read. */
export const riskLimits = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type RiskLimit = (typeof riskLimits)[number]

export const isWithin = (limit: RiskLimit, risk: Risk): boolean =>
  riskLimits.indexOf(risk) <= riskLimits.indexOf(limit)

/** The request replaces all members of a record, or only some of them. */
export const risks = { create: 'LOW', intent: 'LOW', update: 'MEDIUM' } as const

/** A record that is deleted softly can be restored. */
export const riskOfDelete = ({ canonicalOperations }: ResourceEntry): Risk =>
  canonicalOperations['restore'] ? 'MEDIUM' : 'HIGH'
