/**
 * Walks over every operation, surface and action of every resource, for every caller and every
 * record: catalogs, capabilities and links must agree with the expected decision, and so must the
 * result of the call.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import { isNightly } from '../../support/effort.js'
import { anonymous } from '../../support/use-service.js'
import { checkCall } from './matrix-calls.js'
import { checkCollection, checkRecord } from './matrix-catalogs.js'
import type { Subject, Variant, Walk } from './matrix-walk.js'
import { principalOf } from './oracle.js'
import { makerOf } from './requests.js'

/** Registers a test for each caller and resource. */
export const walkMatrix = (title: string, subject: Subject): void => {
  const { resources: models } = compileModel(subject.resources, new Diagnostics())
  let callCount = 0
  let decisionCount = 0
  const callers = [anonymous, ...Object.keys(subject.workflow.callers)]
  /**
   * By default each caller calls an operation on every third variant, and the callers on different
   * ones: together they call each operation on all variants.
   */
  const calledOf = (variants: readonly Variant[], operation: number, caller: string) => {
    const step = isNightly ? 1 : Math.min(3, variants.length)
    const first = operation + callers.indexOf(caller)
    return variants.filter((_, nth) => (nth + first) % step === 0)
  }
  describe.each(callers)(`${title}: %s`, (caller) => {
    test.each(models.map((resource) => [resource.key, resource] as const))(
      'the decisions of %s agree everywhere',
      async (_, resource) => {
        const { data } = subject.resources.find((candidate) => candidate.data.key === resource.key)!
        const principal = principalOf(caller, subject.workflow.callers[caller])
        const references = await subject.references()
        const walk: Walk = {
          subject,
          resource,
          data,
          caller,
          principal,
          references,
          faults: [],
          count: () => decisionCount++,
          left: { print: undefined, records: new Map() },
        }
        await checkCollection(walk, models)
        const variants = subject.variantsOf(resource.key)
        for (const variant of variants) await checkRecord(walk, models, variant)
        const operations = resource.operations.filter(({ supported }) => supported)
        for (const [index, operation] of operations.entries()) {
          const isOfRecord = operation.scope === 'ITEM' || makerOf(operation).ofRecords
          const called = isOfRecord ? calledOf(variants, index, caller) : variants.slice(0, 1)
          for (const variant of called) {
            callCount++
            const fault = await checkCall(walk, operation, variant)
            if (fault)
              walk.faults.push(
                `${caller} ${resource.name} ${operation.id} ${variant.name}: ${fault}`,
              )
          }
        }
        expect(walk.faults).toEqual([])
      },
    )
  })
  afterAll(() => {
    const entries = models.flatMap(({ operations }) =>
      operations.filter(({ supported }) => supported),
    )
    console.info(
      `${title}: ${callers.length} callers × ${entries.length} entries of ${models.length} resources × states: ${callCount} calls; ${decisionCount} decisions in catalogs, capabilities and links`,
    )
  })
}
