import { CorollaryError, type Field } from 'corollary/client'
import { describe, expect, test } from 'vitest'
import { dependencyOf } from './field-options.js'
import {
  bodyOf,
  checkValues,
  type FormModel,
  fieldAt,
  initialValues,
  messagesOf,
  schemaOfFields,
  withDependents,
} from './form.js'
import { englishTexts } from './form-texts.js'

const fieldOf = (name: string, ui: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0, nullable: true },
  schema: { type: ['string', 'null'] },
  ...ui,
})

const price = fieldOf('price', {
  ...{ type: 'number', pattern: '^[0-9.]+$', min: 0, max: 100, rangeMessage: 'Price: 0 to 100.' },
  schema: { type: ['number', 'string', 'null'], minimum: 0, maximum: 100 },
})
const lines = fieldOf('lines', {
  ...{ type: 'array', controlType: 'array', schema: { type: ['array', 'null'] } },
  items: [fieldOf('id', { hidden: true, schema: { type: 'integer' } }), price, fieldOf('note')],
})
const reason = fieldOf('reason', { conditionalDisplay: { '==': [{ var: 'state' }, 'LATE'] } })

const formOf = (fields: readonly Field[], model: Partial<FormModel> = {}): FormModel => ({
  ...{ fields, rules: [], sendsNull: false, hasDefaults: true, texts: englishTexts },
  ...model,
})

describe('the values of a form', () => {
  test('are those of the record, with decimals as text and without null', () => {
    const form = formOf([price, lines, fieldOf('note')])
    const record = { price: 12.5, note: null, other: 1, lines: [{ id: 7, price: 1, name: 'x' }] }
    expect(initialValues(form, record)).toEqual({
      price: '12.5',
      lines: [{ id: 7, price: '1' }],
    })
  })

  test('of a create are the defaults', () => {
    const fields = [fieldOf('online', { defaultValue: false }), fieldOf('note')]
    expect(initialValues(formOf(fields))).toEqual({ online: false })
    expect(initialValues(formOf(fields, { hasDefaults: false }))).toEqual({})
  })

  test('lose the options that depend on a field that changed', () => {
    const manager = fieldOf('manager', { dependentField: 'team', resetOnDependentChange: true })
    const form = formOf([fieldOf('team'), manager])
    expect(withDependents(form, { team: 1, manager: 7 }, { team: 2, manager: 7 })).toEqual({
      team: 2,
    })
    const both = { team: 2, manager: 8 }
    expect(withDependents(form, { team: 1, manager: 7 }, both)).toBe(both)
  })
})

describe('the body of a request', () => {
  const values = {
    note: '',
    reason: 'x',
    state: 'OPEN',
    lines: [{ id: 7, note: '', price: '2.50' }],
  }
  const fields = [fieldOf('note'), fieldOf('state'), reason, lines]

  test('of a create leaves out what has no value and what is hidden', () => {
    expect(bodyOf(formOf(fields), values)).toEqual({
      state: 'OPEN',
      lines: [{ id: 7, price: '2.50' }],
    })
  })

  test('of an update has null instead, except for lists', () => {
    const form = formOf(fields, { sendsNull: true })
    expect(bodyOf(form, { state: 'OPEN' })).toEqual({ note: null, state: 'OPEN', reason: null })
  })
})

describe('checks', () => {
  test('find decimals beyond their limits, in items too', () => {
    const form = formOf([price, lines])
    const values = { price: '100.01', lines: [{ price: '5' }, { price: '-1' }] }
    expect(checkValues(form, values)).toEqual([
      { path: ['price'], message: 'Price: 0 to 100.' },
      { path: ['lines', '1', 'price'], message: 'Price: 0 to 100.' },
    ])
    expect(checkValues(form, { price: '100.00' })).toEqual([])
  })

  test('report a broken rule once, at the field to correct', () => {
    const isMissing = { '==': [{ var: 'reason' }, null] }
    const rule = { targets: ['reason', 'state'], message: 'Why?', brokenIf: isMissing }
    const fields = [fieldOf('reason', { conditionalRequired: isMissing })]
    expect(checkValues(formOf(fields, { rules: [rule] }), { reason: '' })).toEqual([
      { path: ['reason'], message: 'Why?' },
    ])
    expect(checkValues(formOf(fields), {})).toEqual([
      { path: ['reason'], message: 'reason is required.' },
    ])
    const ofService = { ...rule, onlyChanges: true }
    expect(checkValues(formOf([], { rules: [ofService] }), {})).toEqual([])
  })

  test('a refused request has its messages at the fields', () => {
    const item = { code: 'VALIDATION_FAILED', message: 'No.', target: 'lines[2].price' }
    const general = { code: 'BUSINESS_RULE_VIOLATION', message: 'Closed.', target: null }
    const error = new CorollaryError({
      ...{ code: 'VALIDATION_FAILED', message: 'No.', isRepeatable: false },
      errors: [item, general] as never,
    })
    expect(messagesOf({ texts: englishTexts }, error)).toEqual([
      { path: ['lines', '2', 'price'], message: 'No.' },
      { path: [], message: 'Closed.' },
    ])
    expect(fieldAt([lines], ['lines', '2', 'price'])).toBe(price)
  })
})

describe('schemas for validators', () => {
  test('have no null, titles for options, and texts for decimals', () => {
    const state = fieldOf('state', {
      ...{ required: true, nullable: false, helpText: 'Help.' },
      schema: { type: 'string', enum: ['OPEN'], 'x-ui': {} },
      options: [{ value: 'OPEN', label: 'Open' }],
    })
    const time = fieldOf('at', { schema: { type: 'string', format: 'time', default: '10:00' } })
    expect(schemaOfFields([state, price, time])).toEqual({
      type: 'object',
      required: ['state'],
      properties: {
        state: {
          ...{ type: 'string', title: 'state', description: 'Help.' },
          oneOf: [{ const: 'OPEN', title: 'Open' }],
        },
        price: { type: 'string', title: 'price', pattern: '^[0-9.]+$' },
        at: { type: 'string', title: 'at' },
      },
    })
  })
})

test('options depend on the values of other fields', () => {
  const source = {
    ...{ key: 'managers', type: 'LIGHT_LOOKUP', filterEndpoint: '', byIdsEndpoint: '' },
    ...{ dependsOn: ['teamId'], search: { enabled: true, minLength: 0 }, pageSize: 20 },
  }
  const field = (requireDependencies: boolean) =>
    fieldOf('manager', {
      ...{ dependentField: 'team', optionSource: { ...source, requireDependencies } },
    })
  expect(dependencyOf(field(true), { team: 3 })).toEqual({ filter: { teamId: 3 } })
  expect(dependencyOf(field(true), {})).toEqual({ filter: {}, missing: 'team' })
  expect(dependencyOf(field(false), { team: '' })).toEqual({ filter: {} })
})
