/** Faults of rules. */
import {
  belongsTo,
  boolean,
  date,
  defineEntity,
  defineSchema,
  enumOf,
  hasMany,
  integer,
  text,
} from 'corollary'
import { expect, test } from 'vitest'
import { adviseHints } from '../../src/advice/advise-hints.js'
import type { RuleCondition, RuleData } from '../../src/contract/rules.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'

const orders = defineEntity('orders', {
  id: integer({ primaryKey: true }),
  word: text({ maxLength: 8 }),
  total: integer(),
  orderedOn: date(),
  online: boolean({ default: false }),
  status: enumOf(['DRAFT', 'SHIPPED']),
  parent: belongsTo('orders', { column: 'parent_id', nullable: true }),
  lines: hasMany('orders', { column: 'parent_id' }),
})
const schema = defineSchema({ orders })

const diagnosticsOf = (rules: Readonly<Record<string, unknown>>, more: object = {}) => {
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.', total: '.' },
    update: { total: '.', orderedOn: '.', status: '.' },
    filter: {},
    defaultSort: ['id'],
    rules: () => rules as never,
    ...more,
  } as never)
  const diagnostics = new Diagnostics()
  const model = compileModel([resource], diagnostics)
  return {
    messages: diagnostics.all.map(({ code, path, message }) => `${code} ${path}: ${message}`),
    rules: model.resources[0]!.rules,
  }
}

const rule = (condition: object, more: Partial<RuleData> = {}) => ({
  rule: { condition: condition as RuleCondition, ...more },
})
const compared = (path: string, operand: object) => ({
  is: 'comparison',
  comparison: 'atLeast',
  path,
  operand,
})
const value = (constant: unknown) => ({ is: 'value', value: constant })
const path = (name: string) => ({ is: 'path', path: name })

test('each wrong rule is named, with what would be accepted', () => {
  const { messages } = diagnosticsOf({
    unknown: rule({ is: 'null', path: 'totl' }),
    collection: rule({ is: 'null', path: 'lines' }),
    many: rule(compared('lines.total', value(1))),
    kind: rule(compared('total', path('orderedOn'))),
    unordered: rule(compared('word', value('x'))),
    type: rule(compared('total', value('many'))),
    name: rule({ is: 'among', path: 'status', values: ['DRAFT', 'SENT'] }),
    condition: rule({ is: 'maybe' }),
    nested: rule({ is: 'not', condition: { is: 'null', path: 'status' } }, { message: ' ' }),
    nothing: 7,
  })
  expect(messages).toEqual([
    expect.stringMatching(
      /^MEMBER_INVALID orders\.rules\.nothing: It must be a rule, for example .*; got a number/,
    ),
    expect.stringMatching(/^PATH_UNKNOWN orders.rules.unknown: .*did you mean 'total'/),
    expect.stringMatching(
      /^PATH_INVALID orders.rules.collection: Path 'lines' leads to a collection;/,
    ),
    expect.stringMatching(
      /^PATH_INVALID orders.rules.many: .*a value of many records;.*computed field/,
    ),
    "RULE_INVALID orders.rules.kind: 'total' is a column of type integer, and 'orderedOn' is a column of type date; they cannot be compared.",
    expect.stringMatching(
      /^RULE_INVALID orders.rules.unordered: 'word' is a column of type text, .*compare numbers, dates or times\./,
    ),
    expect.stringMatching(
      /^RULE_INVALID orders.rules.type: The value for 'total' must be an integer/,
    ),
    expect.stringMatching(
      /^RULE_INVALID orders.rules.name: The value for 'status' must be one of DRAFT, SHIPPED/,
    ),
    "RULE_INVALID orders.rules.condition: 'maybe' is not a condition.",
    "RULE_INVALID orders.rules.nested: 'otherwise' must have a message.",
  ])
})

test('a resource that writes nothing has no rules', () => {
  const { messages } = diagnosticsOf(
    { total: rule(compared('total', value(1))) },
    { readOnly: true, update: undefined },
  )
  expect(messages).toEqual([
    'READ_ONLY orders.rules.total: A read-only resource writes no records; remove the rule.',
  ])
})

test('messages that the contract leaves out name the members of the write shapes', () => {
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.' },
    update: { amount: 'total', day: 'orderedOn', status: '.', parentId: 'parent.id' },
    filter: {},
    defaultSort: ['id'],
    rules: ({ total, orderedOn, parent, online, status }) => ({
      size: total.atLeast(parent.total),
      limit: total.lessThan(7),
      day: orderedOn.moreThan('2026-01-01'),
      parent: parent.isRequiredWhen(online),
      none: parent.isNull(),
      other: status.is('DRAFT'),
      said: status.is('DRAFT').otherwise('Only drafts.'),
    }),
  })
  const diagnostics = new Diagnostics()
  const [model] = compileModel([resource], diagnostics).resources
  const messages = model!.rules.map(({ message: { text: english, values } }) =>
    english.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!),
  )
  expect(diagnostics.all).toEqual([])
  expect(messages).toEqual([
    "'amount' must be at least 'parent.total'.",
    "'amount' must be less than 7.",
    "'day' must be after 2026-01-01.",
    "'parentId' is required.",
    "'parentId' must be empty.",
    "The record breaks the rule 'other'.",
    'Only drafts.',
  ])
})

test('a hint that a member is required, without a rule, is advice', () => {
  const isDraft = { '==': [{ var: 'status' }, 'DRAFT'] }
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.' },
    update: { total: '.', orderedOn: '.', status: '.' },
    intents: { total: { title: 'Total', fields: { total: '.' } } },
    filter: {},
    defaultSort: ['id'],
    hints: {
      total: { conditionalRequired: isDraft },
      orderedOn: { conditionalRequired: isDraft },
      status: { conditionalDisplay: isDraft },
    },
    rules: ({ orderedOn, status }) => ({ day: orderedOn.isRequiredWhen(status.is('DRAFT')) }),
  })
  const diagnostics = new Diagnostics()
  adviseHints(compileModel([resource], diagnostics), diagnostics)
  expect(diagnostics.all).toEqual([
    {
      code: 'RULE_MISSING',
      severity: 'advice',
      path: 'orders.hints.total',
      message:
        "No rule requires 'total', so the service accepts records without it. Declare one: total.isRequiredWhen(…).",
    },
  ])
})
