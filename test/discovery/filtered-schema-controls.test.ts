/** The control of every type of field, in a contract that has all of them. */
import { expect, test } from 'vitest'
import { uiOf } from '../../src/discovery/schemas/x-ui.js'
import type { Json } from '../http/use-people.js'
import { checkerOf } from './schema-checks.js'
import { jsonOf, openedEndpoints, operationsIn, resolved } from './use-discovery.js'
import { useGadgets } from './use-gadgets.js'

const gadgets = useGadgets()
const { get, uisOf, filters, creates, send, schema } = gadgets

const controls = (uis: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(uis).map(([name, { type, controlType }]) => [
      name,
      `${type} ${controlType}`,
    ]),
  )

const expected = {
  ...{ short: 'text input', long: 'text textarea', email: 'text email', site: 'text url' },
  ...{ secret: 'text password', amount: 'number numericTextBox', weight: 'number numericTextBox' },
  ...{ huge: 'number numericTextBox', price: 'number currency', active: 'boolean checkbox' },
  ...{ day: 'date date', at: 'date dateTime', serial: 'text input', ticket: 'text input' },
  ...{ five: 'text radio', six: 'text select', many: 'text select', more: 'text autoComplete' },
  ...{ makerId: 'number select', tagIds: 'array multiSelect' },
}

test('forms and tables use the control of each column type', async () => {
  expect(controls(await uisOf('gadgets/all'))).toMatchObject({ ...expected, parts: 'array array' })
  const { serial: __, ...created } = expected
  expect(controls(await creates('gadgets'))).toMatchObject(created)
  expect(controls(await uisOf('gadgets/{any}', 'put', 'request'))).toMatchObject(expected)
})

test('a field that only an update writes is shown in forms', async () => {
  const { serial, amount, makerName } = await uisOf('gadgets/all')
  expect(serial.required).toBe(false)
  expect(serial).not.toHaveProperty('readOnly')
  expect(amount).toMatchObject({ required: false, min: 1, max: 9, defaultValue: 4 })
  expect(makerName).toMatchObject({ readOnly: true })
  expect(makerName).not.toHaveProperty('formHidden')
})

test('the description of the contract has valid examples', async () => {
  const document = (await get('/v3/api-docs')).json()
  const faults = operationsIn(document).flatMap(({ path, operation }) =>
    [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((holder) => {
      const { examples = {}, schema: held } = jsonOf(holder) ?? {}
      return Object.values<Json>(examples).flatMap((example) => {
        const check = checkerOf(held, document)
        check(resolved(example, document).value)
        return (check.errors ?? []).map((error) => `${path}${error.instancePath} ${error.message}`)
      })
    }),
  )
  expect(faults).toEqual([])
})

test('an instant has a date-time picker', () => {
  const translate = Object.assign((label: string) => label, { language: 'en' })
  const schema = { type: 'string', format: 'time' }
  const context = {
    translate,
    schemas: {},
    side: 'request',
    isDetail: false,
    mayRead: () => true,
  } as const
  const ui = uiOf({ name: 'time', schema, info: { label: 'Time' }, index: 0 }, context)
  expect(ui).toMatchObject({ type: 'date', controlType: 'timePicker' })
})

test('filters use the control of their operand', async () => {
  const uis = await filters('gadgets')
  expect(controls(uis)).toEqual({
    ...{ amountBetween: 'number rangeSlider', weightBetween: 'number rangeSlider' },
    ...{ priceBetween: 'number priceRange', dayBetween: 'date dateRange' },
    ...{
      atBetween: 'date dateTimeRange',
      active: 'boolean select',
      activeIn: 'array multiSelect',
      isActive: 'boolean select',
    },
    ...{ isIdle: 'boolean select', fives: 'array multiSelect', five: 'text radio' },
    ...{ makerId: 'number select', makerIds: 'array multiSelect', makerName: 'text input' },
    ...{ long: 'text input', tagCount: 'number numericTextBox' },
    lastDays: 'number numericTextBox',
    ...{ isPassive: 'boolean select', hasDay: 'boolean select', hasMaker: 'boolean select' },
    ...{ shorts: 'array multiSelect', otherShorts: 'array multiSelect', short: 'text input' },
    ...{ serials: 'array chipInput', serialBetween: 'number rangeSlider' },
    ...{ amounts: 'array chipInput', prices: 'array chipInput', days: 'array chipInput' },
    ...{ tagIds: 'array multiSelect', otherTagIds: 'array multiSelect', tagId: 'number select' },
    ...{ ownerId: 'number select', parentMakerId: 'number select' },
  })
  expect(uis.amountBetween.mode).toBe('range')
  expect(uis.active.options.map(({ value }: Json) => value)).toEqual([true, false])
  expect(uis.activeIn).toMatchObject({ options: uis.active.options, multiple: true })
  expect(uis.fives.options).toHaveLength(5)
  const operations = Object.values<Json>(uis).map((ui) => ui.filterOperation)
  expect(operations.slice(0, 8)).toEqual([
    ...['BETWEEN', 'BETWEEN', 'BETWEEN', 'BETWEEN', 'BETWEEN', 'EQUAL', 'IN', 'IS_TRUE'],
  ])
})

test('references have the endpoint of their options', async () => {
  const choice = { valueField: 'id', displayField: 'label' }
  const options = { ...choice, endpoint: '/api/shop/makers/options/filter' }
  const source = {
    ...choice,
    endpoint: '/api/shop/gadgets/option-sources/makers/options/filter',
    optionSource: {
      key: 'makers',
      type: 'RESOURCE_ENTITY',
      resourcePath: '/api/shop/gadgets',
      filterEndpoint: '/api/shop/gadgets/option-sources/makers/options/filter',
      byIdsEndpoint: '/api/shop/gadgets/option-sources/makers/options/by-ids',
      dependsOn: [],
      search: { enabled: true, minLength: 0 },
      pageSize: 20,
    },
  }
  const all = await uisOf('gadgets/all')
  expect(all.makerId).toMatchObject(source)
  expect((await filters('gadgets')).makerIds).toMatchObject(source)
  expect((await creates('gadgets')).tagIds).toMatchObject({ endpoint: '/labels/options/filter' })
  const compact = await creates('compact')
  expect(compact.makerId).toMatchObject(options)
  expect(compact.makerId).not.toHaveProperty('optionSource')
  const tags = { endpoint: '/labels/options/filter', ...choice }
  const { tagIds, otherTagIds, tagId } = await filters('gadgets')
  expect(tagIds).toMatchObject({ ...tags, multiple: true })
  expect(otherTagIds).toMatchObject({ ...tags, multiple: true })
  expect(tagId).toMatchObject(tags)
})

test('a list of texts names the option source of its path, other lists none', async () => {
  const { shorts, serials, short } = await filters('gadgets')
  expect(shorts).toMatchObject({
    endpoint: '/api/shop/gadgets/option-sources/shorts/options/filter',
    optionSource: { key: 'shorts', search: { enabled: false, minLength: 0 } },
    multiple: true,
  })
  for (const ui of [serials, short]) {
    expect(ui).not.toHaveProperty('endpoint')
    expect(ui).not.toHaveProperty('optionSource')
  }
})

test('an option source of another relation is not used', async () => {
  const all = await uisOf('makers/all')
  const { parentId } = await filters('makers')
  for (const ui of [all.parentId, parentId]) {
    expect(ui).toMatchObject({ endpoint: '/api/shop/makers/options/filter' })
    expect(ui).not.toHaveProperty('optionSource')
  }
  expect((await filters('gadgets')).parentMakerId).not.toHaveProperty('optionSource')
})

test('an option source that depends on a field names it', async () => {
  const dependent = { dependentField: 'makerId', resetOnDependentChange: true }
  for (const { ownerId, makerId } of [await creates('gadgets'), await filters('gadgets')]) {
    expect(ownerId).toMatchObject({
      ...dependent,
      endpoint: '/api/shop/gadgets/option-sources/owners/options/filter',
      optionSource: {
        key: 'owners',
        dependsOn: ['makerId'],
        requireDependencies: false,
        search: { enabled: true, minLength: 2 },
        pageSize: 7,
      },
    })
    expect(makerId).not.toHaveProperty('dependentField')
  }
})

test('a field whose option source requires another field has no endpoint', async () => {
  const shapes = [await creates('strict'), await filters('strict'), await uisOf('strict/all')]
  for (const { ownerId } of shapes) {
    expect(ownerId).toMatchObject({
      ...{ controlType: 'select', valueField: 'id', displayField: 'label' },
      ...{ dependentField: 'makerId', resetOnDependentChange: true },
      optionSource: {
        ...{ key: 'owners', dependsOn: ['makerId'], requireDependencies: true },
        filterEndpoint: '/api/shop/strict/option-sources/owners/options/filter',
      },
    })
    expect(ownerId).not.toHaveProperty('endpoint')
  }
})

test('every endpoint of a field lists options for an empty body', async () => {
  const document = (await get('/v3/api-docs')).json()
  expect((await openedEndpoints(gadgets, document)).size).toBe(5)
})

test('IS_NULL and similar operations are a select with one option', async () => {
  const uis = await filters('gadgets')
  for (const name of ['isActive', 'isPassive', 'isIdle', 'hasDay', 'hasMaker']) {
    expect(uis[name].options, name).toEqual([{ value: true, label: 'Yes' }])
  }
})

test('filters over the keys of a collection accept option objects', async () => {
  for (const filter of [{ tagIds: [{ id: 1, label: 'One' }, 2] }, { tagId: { id: 1 } }]) {
    const answer = await send('POST', '/api/shop/gadgets/filter', filter)
    expect(answer.statusCode, answer.body).toBe(200)
  }
  expect(
    (await send('POST', '/api/shop/gadgets/filter', { amounts: [{ id: 1 }] })).statusCode,
  ).toBe(400)
})

test('money has its currency', async () => {
  const all = await uisOf('gadgets/all')
  const { priceBetween, prices, weightBetween } = await filters('gadgets')
  for (const ui of [all.price, priceBetween, prices]) expect(ui.currency).toBe('EUR')
  for (const ui of [all.weight, weightBetween]) expect(ui).not.toHaveProperty('currency')
})

test('tables hide structures, and keys whose label is a neighbouring field', async () => {
  const hidden = (uis: Json) => Object.keys(uis).filter((name) => uis[name].tableHidden)
  expect(hidden(await uisOf('gadgets/all'))).toEqual([
    ...['notes', 'makerId', 'parts', 'datasetVersion'],
  ])
  expect(hidden(await uisOf('makers/all'))).toEqual(['parentId', 'datasetVersion'])
})

const formHidden = (uis: Json) => Object.keys(uis).filter((name) => uis[name].formHidden)

test('forms hide what the service fills, details only versions', async () => {
  expect(formHidden(await uisOf('gadgets/all'))).toEqual([
    ...['id', 'seenAt', 'savedAt', 'version', 'datasetVersion'],
  ])
  expect(formHidden(await uisOf('gadgets/{id}'))).toEqual(['version', 'datasetVersion'])
  expect(formHidden(await uisOf('makers/all'))).toEqual(['datasetVersion'])
  expect(formHidden(await uisOf('makers/{id}'))).toEqual(['datasetVersion'])
})

test('members of a list follow the fields of the record', async () => {
  const part = async (path: string) => {
    const query = { path: `/api/shop/gadgets/${path}`, includeInternalSchemas: 'true' }
    const { id, label } = (await schema(query)).properties.parts.items.properties
    expect(label['x-ui']).toMatchObject({ readOnly: true })
    return formHidden({ id: id['x-ui'], label: label['x-ui'] })
  }
  expect(await part('all')).toEqual(['id'])
  expect(await part('{id}')).toEqual([])
})

test('compact fields use the inline controls', async () => {
  expect(controls(await creates('compact'))).toMatchObject({
    ...{ makerId: 'number inlineSelect', day: 'date inlineDate', amount: 'number inlineNumber' },
    ...{
      price: 'number inlineCurrency',
      tagIds: 'array inlineMultiSelect',
      six: 'text inlineSelect',
    },
  })
  expect(controls(await filters('compact'))).toMatchObject({
    ...{ dayBetween: 'date inlineDateRange', fives: 'array inlineMultiSelect' },
  })
})

test('hints of the contract override derived values', async () => {
  for (const uis of [await uisOf('compact/all'), await creates('compact')]) {
    const short = { label: 'Own', order: 3, controlType: 'colorPicker', width: '9em', hidden: true }
    expect(uis.short).toMatchObject(short)
    const long = { readOnly: true, group: 'Text', placeholder: 'Say', helpText: 'Help', mask: '99' }
    expect(uis.long).toMatchObject(long)
    expect(uis.weight).toMatchObject({
      conditionalDisplay: { '==': [{ var: 'five' }, 'V1'] },
      conditionalRequired: { '!': [{ var: 'active' }] },
      valuePresentation: { type: 'unit', unit: 'kilogram' },
      ...{ dependentField: 'active', resetOnDependentChange: true },
    })
  }
})
