/** The typed client notices that the service has another contract than its program. */
import { expect, test, vi } from 'vitest'
import {
  type ContractDrift,
  type ContractFile,
  createClient,
  watchContract,
} from '../../src/client.js'
import { contractFile } from '../../src/discovery/contract-hashes.js'
import { modelOf } from '../../src/server/commands/describe-contract.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { resources, succeeded, useClient } from './use-client.js'

const setup = useClient()

const { settings } = readSettings({ environment: {} })
const present = contractFile(modelOf(resources, settings).resources, settings)

/** The contract without a member of the filter, and with one that employees do not have. */
const older = (): ContractFile => {
  const operation = 'POST /api/human-resources/employees/filter'
  const [request = 0, response = 0] = present.operations[operation]!
  const { hashes } = present
  return {
    hashes: [...hashes, hashes[request]!.slice(6), `${hashes[response]}abcdef`],
    operations: { ...present.operations, [operation]: [hashes.length, hashes.length + 1] },
  }
}

const clientOf = (contract: ContractFile, onDrift: (drift: ContractDrift) => void) =>
  createClient<typeof resources>({
    baseUrl: setup.baseUrl,
    contract: watchContract(contract, onDrift),
  })

test('nothing is reported while the contracts agree', async () => {
  const onDrift = vi.fn()
  const employees = clientOf(present, onDrift).resource('human-resources.employees')
  succeeded(await employees.filter({}))
  succeeded(await employees.all())
  succeeded(await employees.get(1))
  succeeded(await employees.optionSource('managers').filter())
  expect(onDrift).not.toHaveBeenCalled()
})

test('a drift is reported once for its operation, and the call succeeds', async () => {
  const onDrift = vi.fn<(drift: ContractDrift) => void>()
  const employees = clientOf(older(), onDrift).resource('human-resources.employees')
  succeeded(await employees.filter({}))
  succeeded(await employees.filter({}))
  succeeded(await employees.all())
  expect(onDrift).toHaveBeenCalledTimes(1)
  const [drift] = onDrift.mock.calls[0]!
  expect(drift).toEqual({
    operation: 'POST /api/human-resources/employees/filter',
    isBreaking: true,
    changes: [
      { part: 'request', change: 'added', name: expect.any(String), isBreaking: false },
      { part: 'response', change: 'removed', count: 1, isBreaking: true },
    ],
  })
})

test('a damaged header is reported as it is, and no callback changes the result of a call', async () => {
  const onDrift = vi.fn<(drift: ContractDrift) => void>()
  const { read } = watchContract(present, onDrift)
  read('GET', '/x', new Headers({ 'X-Contract-Drift': 'request;added=%zz' }))
  expect(onDrift).not.toHaveBeenCalled()
  await Promise.resolve()
  expect(onDrift.mock.calls).toEqual([
    [
      {
        ...{ operation: 'GET /x', isBreaking: false },
        changes: [{ part: 'request', change: 'added', name: '%zz', isBreaking: false }],
      },
    ],
  ])
})

test('an operation of a record is found by its template, and a literal path before it', () => {
  const watch = watchContract(present, () => undefined)
  const hashOf = (name: string) => {
    const places = present.operations[name]!
    return { 'X-Contract-Hash': places.map((place) => present.hashes[place]).join('.') }
  }
  const base = '/api/human-resources/employees'
  expect(watch.headersOf('GET', `${base}/7`)).toEqual(hashOf(`GET ${base}/{id}`))
  expect(watch.headersOf('GET', `${base}/schemas`)).toEqual(hashOf(`GET ${base}/schemas`))
  expect(watch.headersOf('POST', '/queries')).toEqual({})
})

test('headers that are not understood are reported without changes', async () => {
  const onDrift = vi.fn()
  const watch = watchContract(present, onDrift)
  const header = 'unreadable, request;renamed=a, more=3, response;added=%C3%B1;later'
  watch.read('GET', '/api/x', new Headers({ 'X-Contract-Drift': header }))
  await Promise.resolve()
  expect(onDrift).toHaveBeenCalledWith({ operation: 'GET /api/x', isBreaking: false, changes: [] })
})
