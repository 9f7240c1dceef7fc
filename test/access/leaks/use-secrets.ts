/** The service with hidden fields, and its callers. */
import type { TestCaller } from 'corollary/testing'
import type { Model } from '../../../src/model/types/resource-model.js'
import { fewPeopleDatabase } from '../../support/database.js'
import { secretResources } from './secrets-contract.js'
import { secretRows } from './secrets-entities.js'
import { modelOf, openTwin, type Twin, useTwin } from './twins.js'

export const secretCallers = {
  plain: {},
  reader: { authorities: ['pay:read'] },
  payroll: { authorities: ['pay:read', 'pay:write'] },
  /** The same person as `plain`, with more authorities. */
  promoted: { id: 'plain', authorities: ['pay:read', 'pay:write'] },
} satisfies Readonly<Record<string, TestCaller>>
export type SecretCaller = keyof typeof secretCallers

export interface Secrets extends Twin {
  readonly model: Model
}

export const useSecrets = (settings: Readonly<Record<string, unknown>> = {}): Secrets => {
  const twin = useTwin(async () => {
    const database = await fewPeopleDatabase()
    await database.client.query(secretRows)
    return openTwin(database, { resources: secretResources, callers: secretCallers, settings })
  })
  return Object.assign(twin, { model: modelOf(secretResources) })
}
