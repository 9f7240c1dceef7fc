/** What rules must and must not compile. */
import { expect, test } from 'vitest'
import { compile } from './compile-cases.js'

const withRules = (rules: string) =>
  `board.resource('tasks', { ...sound, update: { title: '.' }, rules: (task) => ({ ${rules} }) })`

const sound = `
  effort: task.effort.atMost('100'), budget: task.effort.atMost(task.budget),
  date: task.dueOn.moreThan('2026-01-01').unlessCaller('a', 'b'),
  due: task.dueOn.isRequiredWhen(task.state.is('OPEN')).otherwise('Say when.'),
  parent: task.parent.isRequiredUnless(c.or(task.done, c.not(task.team.name.is('x')))),
  both: c.and(task.done, task.parent.isNull()).unless(task.serial.atLeast('7'))`

const cases: readonly (readonly [rules: string, message: RegExp])[] = [
  ["wrong: task.stat.is('OPEN')", /Property 'stat' does not exist.*Did you mean 'state'/s],
  ["wrong: task.state.is('OPNE')", /"OPNE"' is not assignable to .*"OPEN"/s],
  [
    'wrong: task.dueOn.atLeast(task.effort)',
    /a field of type date does not compare with one of type decimal/,
  ],
  ['wrong: task.dueOn.atLeast(7)', /not a value of a field of type date/],
  ['wrong: task.title.atLeast(7)', /Property 'atLeast' does not exist/],
  ['wrong: task.children.count()', /a rule does not follow a collection/],
  [
    'wrong: task.dueOn.isRequiredWhen(task.title)',
    /is missing the following properties.*condition/s,
  ],
  [
    'wrong: task.dueOn.isRequiredWhen(task.dueOn.isRequiredWhen(task.done))',
    /'condition' is missing/,
  ],
]

test('rules compile with typed fields, values and conditions, and nothing else', () => {
  const messages = compile([withRules(sound), ...cases.map(([rules]) => withRules(rules))])
  expect(messages[0]).toEqual([])
  cases.forEach(([rules, message], index) => {
    expect(messages[index + 1]!.join('\n'), rules).toMatch(message)
  })
})
