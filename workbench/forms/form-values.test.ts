import { describe, expect, test } from 'vitest'
import { isEnforced, isRequired, isShown } from '../controls/conditions.js'
import type { Values } from '../controls/input-props.js'
import { changeItem, moveItem, newItem } from '../controls/list-items.js'
import { Unreadable } from '../controls/unreadable.js'
import { validate } from '../controls/validate.js'
import type { Field } from '../service/shape.js'
import { faultsOf, withBrokenRules } from './faults.js'
import {
  allMembers,
  changedMembers,
  formFields,
  initialValues,
  sectionsOf,
  sentValues,
  warnOfUnseen,
  withComputed,
  withoutHiddenFaults,
  writtenValues,
} from './form-values.js'
import { differences, merge } from './merge.js'
import { placeErrors, remainingErrors } from './server-errors.js'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0, schema: {} },
  nullable: true,
  ...more,
})

test('a new record starts with defaults, a form of a record with its values', () => {
  const fields = [field('a', { defaultValue: 1 }), field('b')]
  expect(initialValues(fields, undefined)).toEqual({ a: 1 })
  expect(initialValues(fields, { a: null, b: 2, id: 7 })).toEqual({ a: null, b: 2 })
})

test('a field that the record does not show says that its value is replaced', () => {
  const fields = [field('a'), field('b', { helpText: 'Help.' }), field('c', { readOnly: true })]
  expect(warnOfUnseen(fields, { a: null }).map(({ helpText }) => helpText)).toEqual([
    undefined,
    'Help. The current value is not shown. Saving replaces it.',
    undefined,
  ])
})

test('a member that the items of a record do not show says so too', () => {
  const lines = field('lines', { items: [field('quantity'), field('note')] })
  const [warned] = warnOfUnseen([lines], { lines: [{ quantity: 1 }] })
  expect(warned!.items!.map(({ helpText }) => helpText !== undefined)).toEqual([false, true])
  expect(warnOfUnseen([lines], { lines: [] })).toEqual([lines])
})

test('hidden fields are not shown', () => {
  expect(
    formFields([field('a'), field('b', { hidden: true }), field('c', { formHidden: true })]).map(
      ({ name }) => name,
    ),
  ).toEqual(['a'])
})

describe('conditions', () => {
  const isSick = { '==': [{ var: 'kind' }, 'SICK'] }
  const note = field('note', { conditionalDisplay: isSick, conditionalRequired: isSick })

  test('decide whether a field is shown and required', () => {
    expect([isShown(note, { kind: 'SICK' }), isShown(note, { kind: 'OTHER' })]).toEqual([
      true,
      false,
    ])
    expect([isRequired(note, { kind: 'SICK' }), isRequired(note, {})]).toEqual([true, false])
  })

  test('do not matter for a member that is required and may be null: it has a value then', () => {
    const required = field('until', { required: true })
    expect([isRequired({ ...required, nullable: false }, {}), isRequired(required, {})]).toEqual([
      true,
      false,
    ])
  })

  test('that are not known show the field and do not require it', () => {
    const odd = field('odd', { conditionalDisplay: { x: 1 }, conditionalRequired: { x: 1 } })
    expect([isShown(odd, {}), isRequired(odd, {})]).toEqual([true, false])
  })

  test('that hide a field leave its value as it was', () => {
    const fields = [field('kind'), note]
    expect(sentValues(fields, { kind: 'OTHER', note: 'typed' }, { kind: 'SICK' })).toEqual({
      kind: 'OTHER',
    })
    expect(sentValues(fields, { kind: 'OTHER', note: 'new' }, { note: 'old' })).toEqual({
      kind: 'OTHER',
      note: 'old',
    })
  })
})

test('what has no value and cannot be null is not sent; nor is what cannot be read', () => {
  const fields = [field('a', { nullable: false }), field('b'), field('c'), field('d')]
  const values = { a: null, b: null, c: new Unreadable('x') }
  expect(sentValues(fields, values, {})).toEqual({ b: null })
})

test('an update has every field, an intent those that changed', () => {
  const fields = [field('a'), field('b'), field('c', { nullable: false }), field('tags')]
  const before = { a: 1, b: 2, c: 3, tags: [1, 2] }
  const values = { a: 1, c: 4, tags: [1, 2] }
  expect(allMembers(fields, values)).toEqual({ a: 1, b: null, c: 4, tags: [1, 2] })
  expect(changedMembers(fields, before, values)).toEqual({ b: null, c: 4 })
})

test('sections follow the groups; fields without one come first', () => {
  const fields = [field('a', { group: 'Pay' }), field('b'), field('c', { group: 'Pay' })]
  expect(sectionsOf(fields).map(({ title, fields: of }) => [title, of.map((f) => f.name)])).toEqual(
    [
      [undefined, ['b']],
      ['Pay', ['a', 'c']],
    ],
  )
})

describe('rules across fields', () => {
  const fields = [
    field('orderedOn'),
    field('dueOn', { type: 'date' }),
    field('status'),
    field('shippedOn', { conditionalDisplay: { '==': [{ var: 'status' }, 'SHIPPED'] } }),
  ]
  const rules = [
    {
      message: 'Due before ordered.',
      targets: ['dueOn', 'orderedOn'],
      brokenIf: {
        and: [
          { '!=': [{ var: 'dueOn' }, null] },
          { '<': [{ var: 'dueOn' }, { var: 'orderedOn' }] },
        ],
      },
    },
    {
      message: 'Only shipped orders have a date.',
      targets: ['shippedOn', 'status'],
      brokenIf: {
        and: [{ '!=': [{ var: 'shippedOn' }, null] }, { '!=': [{ var: 'status' }, 'SHIPPED'] }],
      },
    },
  ]
  const broken = { orderedOn: '2026-05-02', dueOn: '2026-05-01' }

  test('are reported at the first of their fields that can be changed', () => {
    expect(withBrokenRules({}, rules, fields, broken)).toEqual({ dueOn: 'Due before ordered.' })
    const readOnly = fields.map((each) =>
      each.name === 'dueOn' ? { ...each, readOnly: true } : each,
    )
    expect(withBrokenRules({}, rules, readOnly, broken)).toEqual({
      orderedOn: 'Due before ordered.',
    })
    expect(withBrokenRules({}, rules, fields, { ...broken, dueOn: null })).toEqual({})
  })

  test('come after what is wrong with their values', () => {
    const faults = { dueOn: 'Enter a complete date.' }
    expect(withBrokenRules(faults, rules, fields, broken)).toEqual(faults)
  })

  test('clear a value that they hide', () => {
    const sent = { status: 'DRAFT', shippedOn: '2026-05-03' }
    expect(withoutHiddenFaults(rules, fields, sent)).toEqual({ status: 'DRAFT', shippedOn: null })
    const shipped = { ...sent, status: 'SHIPPED' }
    expect(withoutHiddenFaults(rules, fields, shipped)).toEqual(shipped)
    expect(withBrokenRules({}, rules, fields, sent)).toEqual({})
  })
})

describe('a list of objects', () => {
  const quantity = field('quantity', { type: 'number', max: 10, rangeMessage: 'At most 10.' })
  const written = [
    field('id', { formHidden: true }),
    field('productId', { required: true, nullable: false, requiredMessage: 'Choose.' }),
    quantity,
  ]
  const lines = field('lines', { controlType: 'array', items: written, nullable: false })
  const total = field('total', { computed: true, readOnly: true })
  const stored = { id: 7, productId: 1, quantity: 99, productName: 'Lamp', lineTotal: 5 }

  test('is sent with the members of the request, and the ids of stored items', () => {
    const added = { ...newItem(written), productId: 2 }
    expect(sentValues([lines, total], { lines: [stored, added], total: 5 }, {})).toEqual({
      lines: [{ id: 7, productId: 1, quantity: 99 }, { productId: 2 }],
    })
  })

  test('that a record does not show is neither sent nor emptied', () => {
    const nullableLines = { ...lines, nullable: true }
    expect(allMembers([nullableLines], sentValues([nullableLines], {}, {}))).toEqual({})
  })

  test('is not changed by members that only records have', () => {
    const before = writtenValues([lines], { lines: [stored] })
    const sent = sentValues([lines], { lines: [{ ...stored, lineTotal: 6 }] }, {})
    expect(changedMembers([lines], before, sent)).toEqual({})
  })

  test('shows what the service computes of the record and of its items', () => {
    const lineTotal = field('lineTotal', { computed: true, readOnly: true })
    const name = field('productName', { readOnly: true })
    const ofRecord = [field('lines', { items: [...written, name, lineTotal] }), total]
    const shown = withComputed([lines], ofRecord)
    expect(shown.map((each) => each.name)).toEqual(['lines', 'total'])
    expect(shown[0]!.items!.map((each) => each.name)).toEqual([
      ...['id', 'productId', 'quantity', 'lineTotal'],
    ])
  })

  test('needs the members that the rules of each item require', () => {
    const isGift = { '==': [{ var: 'isGift' }, true] }
    const to = field('to', { conditionalRequired: isGift, requiredMessage: 'To whom?' })
    const fields = [field('isGift'), to]
    const gifts = field('gifts', { controlType: 'array', items: fields })
    const added = [true, false].map((value) => changeItem(fields, {}, 'isGift', value))
    expect(faultsOf([gifts], { gifts: added }, {})).toEqual({ 'gifts.0.to': 'To whom?' })
  })

  test('has the faults of the items that were added or changed', () => {
    const changed = changeItem(written, stored, 'quantity', 11)
    const values = { lines: [stored, changed, newItem(written)] }
    expect(faultsOf([lines], values, { lines: [stored] })).toEqual({
      'lines.1.quantity': 'At most 10.',
      'lines.2.productId': 'Choose.',
    })
  })
})

describe('merging', () => {
  const fields = [field('same'), field('mine'), field('theirs'), field('both'), field('agreed')]
  const before = { same: 1, mine: 1, theirs: 1, both: 1, agreed: 1 }
  const mine = { same: 1, mine: 2, theirs: 1, both: 2, agreed: 2 }
  const theirs = { same: 1, mine: 1, theirs: 3, both: 3, agreed: 2, id: 9 }
  const found = differences(fields, before, mine, theirs)

  test('finds who changed what', () => {
    expect(found.map(({ field: { name }, changedBy }) => [name, changedBy])).toEqual([
      ['mine', 'mine'],
      ['theirs', 'theirs'],
      ['both', 'both'],
    ])
  })

  test('keeps both changes, and of one field the chosen one', () => {
    const all = { same: 1, mine: 2, theirs: 3, both: 2, agreed: 2 }
    expect(merge(mine, found, {})).toEqual(all)
    expect(merge(mine, found, { both: 'theirs' })).toEqual({ ...all, both: 3 })
  })
})

describe('errors of the service', () => {
  const lines = field('lines', { items: [field('price')] })
  const fields = [field('code'), field('tenant'), field('tags'), lines]

  test('are placed at their fields', () => {
    const errors = placeErrors(
      [
        { target: 'code', message: 'A' },
        { target: 'code', message: 'B' },
        { target: 'tags.3', message: 'C' },
        { target: 'lines.0.price', message: 'D' },
        { target: 'lines[1].price', message: 'E' },
        { target: 'lines.2', message: 'F' },
        { target: 'nope', message: 'G' },
        { target: null, message: 'H' },
      ],
      fields,
    )
    expect(errors.fields).toEqual({ code: 'A', tags: 'C' })
    expect(errors.nested).toEqual({
      'lines.0.price': 'D',
      'lines.1.price': 'E',
      'lines.2': 'F',
    })
    expect(errors.others).toEqual(['G', 'H'])
  })

  test('stay with their item until its member changes or it is removed', () => {
    const messages = [
      { target: 'lines[0].price', message: 'A' },
      { target: 'lines[1].price', message: 'B' },
      { target: 'code', message: 'C' },
    ]
    const placed = placeErrors(messages, fields)
    const items: readonly Values[] = [{ price: 1 }, { price: 2 }, { price: 3 }]
    const nestedAfter = (after: readonly Values[]) =>
      remainingErrors(placed, 'lines', items, after).nested
    expect(nestedAfter(moveItem(items, 1, 0))).toEqual({
      'lines.1.price': 'A',
      'lines.0.price': 'B',
    })
    expect(nestedAfter(items.toSpliced(0, 1))).toEqual({ 'lines.0.price': 'B' })
    const change = (name: string) => items.with(0, changeItem([], items[0]!, name, 9))
    expect(nestedAfter(change('price'))).toEqual({ 'lines.1.price': 'B' })
    expect(nestedAfter(change('note'))).toEqual(placed.nested)
    expect(remainingErrors(placed, 'code', 'x', 'y').fields).toEqual({})
  })

  test('of several fields are placed at each', () => {
    const errors = placeErrors([{ target: 'code, tenant', message: 'Taken' }], fields)
    expect(errors.fields).toEqual({ code: 'Taken', tenant: 'Taken' })
  })
})

describe('values are checked against x-ui', () => {
  const money: Partial<Field> = { type: 'number', min: 0, max: 9999999999.99 }
  test.each<[string, Partial<Field>, unknown, string | undefined]>([
    ['required', { requiredMessage: 'R' }, '', undefined],
    ['too short', { minLength: 2, minLengthMessage: 'S' }, 'é', 'S'],
    ['characters, not code units', { maxLength: 2, maxLengthMessage: 'L' }, '😀😀', undefined],
    ['too long', { maxLength: 2, maxLengthMessage: 'L' }, '😀😀😀', 'L'],
    ['below', { ...money, rangeMessage: 'M' }, -1, 'M'],
    ['above, as text', { ...money, rangeMessage: 'M' }, '99999999999999999999', 'M'],
    ['within', { ...money, rangeMessage: 'M' }, '12.5', undefined],
    ['not whole', { type: 'number', numericStep: 1 }, 1.5, 'Enter a whole number.'],
    ['pattern', { pattern: '^[A-Z]+$', patternMessage: 'P' }, 'a', 'P'],
    ['a pattern that JavaScript cannot read', { pattern: '[' }, 'a', undefined],
    ['email', { format: 'email' }, 'nobody', 'Enter an email address.'],
    ['part of an email in a filter', { format: 'email', filterOperation: 'LIKE' }, 'n', undefined],
    ['number', { type: 'number' }, new Unreadable('1a'), 'Enter a number.'],
    ['a bound', { type: 'number' }, [1, new Unreadable('x')], 'Enter a number.'],
    ['date', { type: 'date' }, new Unreadable(''), 'Enter a complete date or time.'],
    ['json', { type: 'object', controlType: 'json' }, new Unreadable('{'), 'This is not JSON.'],
    [
      'a bound above',
      { ...money, controlType: 'priceRange', rangeMessage: 'M' },
      [null, 1e12],
      'M',
    ],
    ['too many', { maxItems: 1 }, [1, 2], 'At most 1 values are possible.'],
    ['an item', { maxLength: 1, maxLengthMessage: 'I' }, ['a', 'bb'], 'I'],
  ])('%s', (_, more, value, message) => {
    expect(validate(field('f', more), value, false)).toBe(message)
  })

  test('only required fields need a value', () => {
    const required = field('f', { requiredMessage: 'F is required.' })
    expect(validate(required, null, true)).toBe('F is required.')
    expect(validate(required, false, true)).toBeUndefined()
    expect(validate(required, 0, true)).toBeUndefined()
  })
})

test('a rule that allows stored values concerns a form in which one of its fields has changed', () => {
  const rule = { message: '', targets: ['discount'], brokenIf: true }
  const start = { discount: 30, note: 'a' }
  expect(isEnforced({ ...rule, onlyChanges: true }, { ...start, note: 'b' }, start)).toBe(false)
  expect(isEnforced({ ...rule, onlyChanges: true }, { ...start, discount: 31 }, start)).toBe(true)
  expect(isEnforced(rule, start, start)).toBe(true)
})

test('the fields of an object are filled in, checked and sent as a group', () => {
  const fields = [
    field('delivery', {
      ...{ type: 'object', controlType: 'group', required: true, nullable: false },
      items: [field('city', { required: true, nullable: false }), field('note')],
    }),
  ]
  const start = initialValues(fields, undefined)
  expect(start).toEqual({ delivery: {} })
  expect(Object.keys(faultsOf(fields, start, {}))).toEqual(['delivery.city'])
  const values = { delivery: { city: 'Lyon', note: null, label: 'no member of the request' } }
  expect(faultsOf(fields, values, {})).toEqual({})
  expect(sentValues(fields, values, start)).toEqual({ delivery: { city: 'Lyon', note: null } })
  const placed = placeErrors([{ target: 'delivery.city', message: 'Unknown city' }], fields)
  expect(placed.nested).toEqual({ 'delivery.city': 'Unknown city' })
  const after = (member: object) =>
    remainingErrors(placed, 'delivery', values.delivery, { ...values.delivery, ...member }).nested
  expect(after({ note: 'a' })).toEqual(placed.nested)
  expect(after({ city: 'Paris' })).toEqual({})
})
