/** The control of every operation and column type sends what the service takes. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import type { FilterOperation } from '../../src/contract/filter/table.js'
import { filterOperations } from '../../src/contract/filter/table.js'
import { platformDatabase } from '../support/database.js'
import { isNightly } from '../support/effort.js'
import { columnKinds, fieldOf, operations, parcelsApi, takes } from '../support/filter-contract.js'
import { createTables } from '../support/filter-tables.js'
import { useWorkbench } from './use-workbench.js'

/** What is typed into the inputs of a column, and the value that is sent. */
interface Sample {
  readonly typed: string
  readonly value: unknown
}

const uuid = '0190a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b'
const same = (typed: string): Sample => ({ typed, value: typed })

const samples: Readonly<Record<string, Sample>> = {
  text: same('a "b" %'),
  name: same('Zoë'),
  words: same('a, b'),
  integer: { typed: '-12', value: -12 },
  small: { typed: '7', value: 7 },
  bigint: same('9007199254740993'),
  decimal: { typed: '1,234.50', value: 1234.5 },
  long: same('12345678901234567890.1234567891'),
  float: { typed: '0.25', value: 0.25 },
  real: { typed: '0.5', value: 0.5 },
  date: same('2024-03-31'),
  instant: { typed: '2024-03-31T01:30', value: '2024-03-31T00:30:00Z' },
  local: { typed: '2024-03-31T01:30', value: '2024-03-31T01:30:00' },
  time: { typed: '15:45', value: '15:45:00' },
  duration: same('PT1H'),
  uuid: same(uuid),
  version: { typed: '3', value: 3 },
}

const days: Sample = { typed: '30', value: 30 }

const sampleOf = (column: string, operation: FilterOperation): Sample => {
  const { operand } = filterOperations[operation]
  if (operand === 'day') return samples['date']!
  return operand === 'days' || operand === 'size' ? days : samples[column]!
}

/** Fills in the control as its inputs require, and returns the operand that it must send. */
const enter = async (page: Page, field: string, sample: Sample | undefined): Promise<unknown> => {
  const control = page.locator(`#filter-${field}-frame`)
  const select = control.getByRole('combobox')
  const box = control.getByRole('checkbox').first()
  const radio = control.getByRole('radio', { name: 'Low' })
  await control.locator('input, select').first().waitFor()
  if ((await box.count()) > 0) {
    await box.check()
    return field.startsWith('boolean') ? [true] : ['LOW']
  }
  if ((await radio.count()) > 0) {
    await radio.check()
    return 'LOW'
  }
  if ((await select.count()) > 0) {
    await select.selectOption({ index: 1 })
    return (await select.locator('option').nth(1).textContent()) === 'Yes' ? true : 'LOW'
  }
  if (!sample) throw new Error(`No sample for ${field}.`)
  const inputs = await control.locator('input').all()
  for (const input of inputs) await input.fill(sample.typed)
  await inputs[0]!.press('Enter')
  if (inputs.length > 1) return [sample.value, sample.value]
  // Enter adds a value to a list.
  const isList = (await control.locator('.chip').count()) > 0
  return isList ? [sample.value] : sample.value
}

const columns = Object.keys(columnKinds).filter((name) => !name.endsWith('Kept'))

/** Some operations, each on another column type; nightly every operation on every type. */
const criteria = operations.flatMap((operation, index) => {
  const all = columns.filter((column) => takes(operation, columnKinds[column]!))
  const isChosen = (position: number) =>
    isNightly || (index % 3 === 0 && position === index % all.length)
  return all.filter((_, position) => isChosen(position)).map((column) => ({ column, operation }))
})

const workbench = useWorkbench({
  resources: [parcelsApi],
  database: async () => {
    const database = await platformDatabase()
    await createTables(database.client)
    return database
  },
})

test('operations can be used on every column type', async () => {
  // In summer this zone is one hour ahead of UTC.
  const { page } = await workbench.open('/resources/tests.parcels', { zone: 'Africa/Lagos' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Find a criterion' })
  const isFilter = (request: Request) => new URL(request.url()).pathname.endsWith('/filter')
  const requests: Request[] = []
  page.on('request', (request) => isFilter(request) && requests.push(request))
  const wrong: unknown[] = []
  for (const { column, operation } of criteria) {
    const field = fieldOf(column, operation)
    await search.fill(field)
    const operand = await enter(page, field, sampleOf(column, operation))
    // A pause between the bounds of a range sends the first one alone.
    const expected = JSON.stringify({ [field]: operand })
    const isSent = () => requests.at(-1)?.postData() === expected
    await expect
      .poll(isSent, { timeout: 10_000 })
      .toBe(true)
      .catch(() => undefined)
    const request = requests.at(-1)
    const status = (await request?.response())?.status()
    if (!isSent() || status !== 200)
      wrong.push({ field, operand, status, body: request?.postData() })
    await Promise.all([
      page.waitForRequest((sent) => isFilter(sent) && sent.postData() === '{}'),
      page.locator('.filter-panel').getByRole('button', { name: 'Clear all' }).click(),
    ])
  }
  expect(wrong).toEqual([])
})
