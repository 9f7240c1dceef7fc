/** The service with hidden fields, and its callers. */
import { createTestService, type TestCaller } from 'corollary/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { Diagnostics } from '../../../src/foundation/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import type { Model } from '../../../src/model/types/resource-model.js'
import { fewPeopleDatabase } from '../../support/database.js'
import { secretResources } from './secrets-contract.js'
import { secretRows } from './secrets-entities.js'
import { clock, sender, type Twin } from './twins.js'

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
  let running: Twin | undefined
  const diagnostics = new Diagnostics()
  const model = compileModel(secretResources, diagnostics)
  beforeAll(async () => {
    expect(diagnostics.all).toEqual([])
    const database = await fewPeopleDatabase()
    await database.client.query(secretRows)
    const service = await createTestService({
      resources: secretResources,
      connection: database.connection,
      callers: secretCallers,
      settings,
      now: () => clock,
    })
    running = {
      service,
      database,
      send: sender(service),
      rows: async (sql, values = []) => (await database.client.query(sql, [...values])).rows,
    }
  })
  afterAll(async () => {
    await running?.service.close()
    await running?.database.close()
  })
  return {
    model,
    get service() {
      return running!.service
    },
    get database() {
      return running!.database
    },
    send: (request, caller) => running!.send(request, caller),
    rows: (sql, values) => running!.rows(sql, values),
  }
}
