/** Every diagnostic code has a case; a new code without one fails here. */
import { expect, test } from 'vitest'
import { readSource } from '../architecture/sources.js'
import { actionFaults, guardFaults } from './access-faults.js'
import { adviceCases } from './advice-cases.js'
import { columnFaults, writeFaults as live } from './column-faults.js'
import { kindFaults, tableFaults } from './database-faults.js'
import { datasetCases } from './dataset-cases.js'
import { driftCases } from './drift-cases.js'
import { entityFaults } from './entity-faults.js'
import { memberFaults } from './member-faults.js'
import { optionSourceFaults } from './option-source-faults.js'
import {
  exampleFaults,
  labelAndHintFaults,
  nameFaults,
  orderFaults,
  readOnlyFaults,
} from './resource-faults.js'
import { filterFaults, responseFaults } from './shape-faults.js'
import { statsFaults } from './stats-faults.js'
import { writeFaults } from './write-faults.js'

/** The members of the union as written in the source: a type does not exist at run time. */
const declaredCodes = (): readonly string[] => {
  const source = readSource('src/foundation/errors/diagnostics.ts')
  const union = /export type DiagnosticCode =([^;]*?)\n\n/.exec(source)?.[1] ?? ''
  return [...union.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code!)
}

test('every diagnostic code occurs in a case', () => {
  const cases = [
    ...[memberFaults, entityFaults],
    ...[responseFaults, filterFaults, writeFaults],
    ...[nameFaults, orderFaults, labelAndHintFaults, exampleFaults, readOnlyFaults],
    ...[optionSourceFaults, statsFaults, guardFaults, actionFaults],
    ...[tableFaults, kindFaults, columnFaults, live],
  ].flat()
  const covered = new Set(cases.flatMap(({ faults }) => faults.map(([code]) => code)))
  for (const [code] of driftCases.flatMap(({ advice }) => advice)) covered.add(code)
  if (adviceCases.length > 0) covered.add('INDEX_MISSING')
  if (datasetCases.length > 0) covered.add('DATASET_VERSION_OFF')
  // datasets.test.ts covers it.
  covered.add('MATERIALIZED_OFF')
  // test/citus and test/tenants cover it.
  covered.add('DISTRIBUTION_INVALID')
  // special-values.test.ts covers it.
  covered.add('SPECIAL_VALUES_UNDECLARED')
  // number-enums.test.ts covers it.
  covered.add('ENUM_NUMBER_UNDECLARED')
  // computed.test.ts covers it.
  covered.add('COMPUTED_INVALID')
  // soft-delete.test.ts covers these.
  covered.add('SOFT_DELETE_INVALID').add('DELETED_KEY_TAKEN')
  // owned-positions.test.ts covers it.
  covered.add('POSITION_NOT_DEFERRABLE')
  // search.test.ts covers these.
  covered.add('SEARCH_INVALID').add('SEARCH_UNAVAILABLE')
  // rules.test.ts covers these.
  covered.add('RULE_INVALID').add('RULE_MISSING')
  // test/discovery covers these.
  covered.add('MESSAGE_MISSING').add('SURFACE_INVALID')
  const declared = declaredCodes()
  expect(declared.length).toBeGreaterThan(20)
  expect(declared.filter((code) => !covered.has(code))).toEqual([])
  expect([...covered].filter((code) => !declared.includes(code))).toEqual([])
})
