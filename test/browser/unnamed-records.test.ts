/** Records without a name, short codes, and an enum with the empty text. */
import { expect, test } from 'vitest'
import {
  belongsTo,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  IN,
  integer,
  text,
  uuid,
} from '../../src/index.js'
import { platformDatabase } from '../support/database.js'
import { useWorkbench } from './use-workbench.js'

const schema = defineSchema({
  inspections: defineEntity('inspections', {
    id: uuid({ primaryKey: true }),
    score: integer(),
  }),
  boxes: defineEntity('boxes', {
    number: text({ primaryKey: true, maxLength: 11 }),
    grade: enumOf(['', 'A', 'B'], { default: '' }),
    inspection: belongsTo('inspections', { column: 'inspection_id', nullable: true }),
  }),
})

const inspections = schema.resource('inspections', {
  key: 'depot.inspections',
  recordTitle: 'Inspection',
  response: { id: '.', score: '.' },
  create: { id: '.', score: '.' },
  filter: { id: EQUAL() },
  defaultSort: ['score'],
})

const boxes = schema.resource('boxes', {
  key: 'depot.boxes',
  response: { number: '.', grade: '.', inspectionId: 'inspection.id' },
  create: { number: '.', grade: '.', inspectionId: 'inspection.id' },
  filter: { grade: IN() },
  defaultSort: ['number'],
  optionSources: {
    inspections: { type: 'RESOURCE_ENTITY', resource: 'depot.inspections', path: 'inspection' },
  },
})

const id = '8bf5aeb9-266d-4d57-8242-e3fb5047a857'

const workbench = useWorkbench({
  resources: [inspections, boxes],
  database: async () => {
    const database = await platformDatabase()
    await database.client.query(`
      create table inspections (id uuid primary key, score integer not null);
      create table boxes (number varchar(11) primary key, grade varchar(1) not null default '',
        inspection_id uuid references inspections);
      insert into inspections values ('${id}', 80);
      insert into boxes values ('MWMW3000001', '', '${id}'), ('MWMW3000002', 'A', null)`)
    return database
  },
})

test('a UUID that names a record is shown by its first part', async () => {
  const { page } = await workbench.open('/resources/depot.boxes')
  await page.getByRole('link', { name: '8bf5aeb9', exact: true }).click()
  await page.getByRole('heading', { name: 'Inspection 8bf5aeb9' }).waitFor()
  await page.goto(`${workbench.origin}/workbench/resources/depot.inspections`)
  const cell = page.getByRole('cell', { name: '8bf5aeb9', exact: true })
  await expect.poll(() => cell.getAttribute('title')).toBe(id)
})

test('a column is as wide as its codes', async () => {
  const { page } = await workbench.open('/resources/depot.boxes', { width: 840 })
  const cell = page.getByRole('cell', { name: 'MWMW3000001', exact: true })
  await cell.waitFor()
  await expect
    .poll(() => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0)
})

test('an enum is filtered by the empty text, which is called "Empty"', async () => {
  const { page } = await workbench.open('/resources/depot.boxes')
  await page.getByRole('cell', { name: 'MWMW3000002', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByLabel('Empty').check()
  await page.getByRole('cell', { name: 'MWMW3000002', exact: true }).waitFor({ state: 'hidden' })
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByText('Grade is Empty').waitFor()
  await page.goto('about:blank')
  await page.goBack()
  await chips.getByText('Grade is Empty').waitFor()
  await page.getByRole('cell', { name: 'MWMW3000001', exact: true }).waitFor()
})
