/**
 * Decorators and calls that must not compile, marked with `@ts-expect-error`, and those that must.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from './compile-cases.js'

const base = `const Base = board.resourceClass('tasks', { ...sound, stateField: 'state' })
const Note = { note: c.text(), level: c.integer({ default: 1 }), due: c.date({ nullable: true }) }
const Count = { count: c.integer() }
`
const member = (code: string): string => `${base}@c.ApiResource()
export class Tasks extends Base {
${code}
}`
const bad = '// @ts-expect-error\n'
const action = (options: string) => `@c.WorkflowAction({ title: 'Go', ${options} })\n`

const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a call of another request than is declared': {
    'another shape': member(
      `${bad}${action('request: Note')}go(call: c.ActionCallOf<typeof Base, typeof Count>) { void call }`,
    ),
    'none, where one is declared': member(
      `${bad}${action('request: Note')}go(call: c.ActionCallOf<typeof Base>) { void call }`,
    ),
    'one, where none is declared': member(
      `${bad}${action('')}go(call: c.ActionCallOf<typeof Base, typeof Note>) { void call }`,
    ),
    'of one record, where many are declared': member(
      `${bad}${action('bulk: {}')}go(call: c.ActionCallOf<typeof Base>) { void call }`,
    ),
    'of many records, where one is declared': member(
      `${bad}${action('')}go(call: c.BulkCallOf<typeof Base>) { void call }`,
    ),
    'of no record, where one is declared': member(
      `${bad}${action('')}go(call: c.CollectionCall) { void call }`,
    ),
    'of one record, where none is declared': member(
      `${bad}${action("scope: 'COLLECTION'")}go(call: c.ActionCallOf<typeof Base>) { void call }`,
    ),
  },
  'an answer that does not fit': {
    'a text for a number': member(
      `${bad}${action('response: Count')}go(call: c.ActionCallOf<typeof Base>) { void call; return { count: 'one' } }`,
    ),
    nothing: member(
      `${bad}${action('response: Count')}go(call: c.ActionCallOf<typeof Base>) { void call }`,
    ),
    'a promise of something else': member(
      `${bad}${action('response: Count')}async go(call: c.ActionCallOf<typeof Base>) { void call; return { counts: 1 } }`,
    ),
    'of a plain action': `${base}board.action('tasks', { title: 'Go', response: Count },
${bad}() => ({ count: 'one' }))`,
    'of a plain command': `${base}board.collectionAction({ title: 'Go', response: Count },
${bad}() => ({}))`,
  },
  'what a method does with its call': {
    'an unknown member of the request': member(
      `${action('request: Note')}go({ request }: c.ActionCallOf<typeof Base, typeof Note>) {
${bad}return request.nope }`,
    ),
    'a member that may be null': member(
      `${action('request: Note')}go({ request }: c.ActionCallOf<typeof Base, typeof Note>) {
${bad}return request.due.length }`,
    ),
    'an unknown column of the record': member(
      `${action('')}go({ record }: c.ActionCallOf<typeof Base>) {
${bad}return record.titel }`,
    ),
    'an unknown column': member(
      `${action('')}go({ update }: c.ActionCallOf<typeof Base>) {
${bad}return update({ titel: 'x' }) }`,
    ),
    'an unknown state': member(
      `${action('')}go({ update }: c.ActionCallOf<typeof Base>) {
${bad}return update({ state: 'OPNE' }) }`,
    ),
    'the record of a command of none': member(
      `${action("scope: 'COLLECTION'")}go(call: c.CollectionCall) {
${bad}return call.record }`,
    ),
    'a hook that sets what there is not': member(
      `beforeWrite({ set }: c.WriteCallOf<typeof Base>) {
${bad}set({ titel: 'x' }) }`,
    ),
    'a hook that sets a column in a delete': member(
      `beforeWrite({ operation, set }: c.WriteCallOf<typeof Base, 'close'>) {
${bad}if (operation === 'delete') set({ done: true }) }`,
    ),
  },
  'a patch': {
    'of an unknown field': member(`${bad}profile = Base.patch({ titel: '.' })`),
    'of a column that is filled by the database': member(
      `${bad}profile = Base.patch({ createdAt: '.' })`,
    ),
    'of a column of another record': member(`${bad}profile = Base.patch({ x: 'team.name' })`),
    'that is none': member(
      `${bad}@c.ResourceIntent({ title: 'Profile' })\nprofile = { title: '.' }`,
    ),
  },
  'a resource': {
    'a state field that is not a column': `board.resource('tasks', { ...sound,
${bad}stateField: 'stat' })`,
    'an action of something else': `board.resource('tasks', { ...sound,
${bad}actions: { go: { title: 'Go' } } })`,
    'a hook of an unknown field': `board.resource('tasks', { ...sound, beforeWrite: ({ changes }) => {
${bad}void changes.titel } })`,
    'a hook that sets a column in a delete': `board.resource('tasks', { ...sound, delete: true, beforeWrite: ({ operation, set }) => {
${bad}if (operation === 'delete') set({ done: true }) } })`,
    'a hook that sets a column in a delete, beside intents and actions': `board.resource('tasks', { ...sound,
intents: { rename: { title: 'Rename', fields: { title: '.' } } },
actions: { close: board.action('tasks', { title: 'Close' }, ({ update }) => update({ done: true })) },
beforeWrite: (call) => {
${bad}if (call.operation === 'delete') call.set({ done: true }) } })`,
    'a hook that compares the operation with an unknown name': `board.resource('tasks', { ...sound,
intents: { rename: { title: 'Rename', fields: { title: '.' } } }, beforeWrite: ({ operation }) => {
${bad}void (operation === 'renam') } })`,
    'a plain action on an unknown entity': `${bad}board.action('task', { title: 'Go' }, () => {})`,
    'a plain command with the record of none': `board.collectionAction({ title: 'Go' },
${bad}(call) => void call.record)`,
    'a plain action of the collection that looks at a record': `board.action('tasks', { title: 'Go', scope: 'COLLECTION' },
${bad}(call) => void call.record.title)`,
    'a create through the transaction of a body that does not fit': `const api = board.resource('tasks', { ...sound, create: { title: '.' } })
${member(`${action('')}async go({ tx }: c.ActionCallOf<typeof Base>) {
${bad}await tx.create(api, { titel: 'x' }) }`)}`,
  },
  'names on the wire are those of the types': Object.fromEntries(
    (
      [
        ['closeAll', 'close-all'],
        ['step2Check', 'step2-check'],
        ['bulkURL', 'bulk-url'],
      ] as const
    ).map(([method, id]) => [
      method,
      `import type { ActionsOf } from '../../../src/contract/resource.js'
${member(`${action('')}${method}(call: c.ActionCallOf<typeof Base>) { void call }`)}
export const id: keyof ActionsOf<Tasks> = '${id}'`,
    ]),
  ),
  'what compiles': {
    'calls of every kind': member(
      `${action('request: Note, response: Count')}one({ request, record }: c.ActionCallOf<typeof Base, typeof Note>) {
  const level: number = request.level
  const due: string | null = request.due
  const state: 'OPEN' | 'CLOSED' = record.state
  void [level, due, state]
  return { count: record.id }
}
${action('bulk: {}, request: Note')}many(call: c.BulkCallOf<typeof Base, typeof Note>) {
  return call.update({ state: 'CLOSED', parent: null })
}
${action("scope: 'COLLECTION', request: Note")}none(call: c.CollectionCall<typeof Note>) {
  void call.request.note
}
${action('')}free() {}
@c.ResourceIntent({ title: 'Plan' })
@c.UiSurface({ title: 'Plan' })
plan = Base.patch({ dueOn: '.', teamId: 'team.id' })
beforeWrite({ set, changes, record }: c.WriteCallOf<typeof Base>) {
  if (record?.team === 1) set({ title: changes.title ?? 'x' })
}`,
    ),
    'hooks that tell operations apart': `${base}board.resource('tasks', { ...sound, delete: true,
intents: { rename: { title: 'Rename', fields: { title: '.' } } },
actions: { close: board.action('tasks', { title: 'Close' }, ({ update }) => update({ done: true })) },
beforeWrite: ({ operation, record, changes, set, refuse }) => {
  if (operation === 'delete') {
    const id: number = record.id
    if (record.state === 'OPEN') throw refuse('open', { message: String(id) })
  } else if (operation === 'rename' || operation === 'close') set({ dueOn: null })
  if (operation === 'create' && changes.title) set({ title: changes.title })
} })
board.resource('tasks', { ...sound, beforeWrite: ({ set }) => set({ done: true }) })
export const hook = ({ operation, set }: c.WriteCall<(typeof board)['entities'], 'tasks'>) => {
  if (operation === 'rename') set({ done: true })
}
board.resource('tasks', { ...sound, beforeWrite: hook })`,
    'plain actions': `${base}board.resource('tasks', { ...sound, actions: {
  one: board.action('tasks', { title: 'One', request: Note, response: Count }, ({ request }) => ({ count: request.level })),
  many: board.action('tasks', { title: 'Many', bulk: {} }, async ({ update }) => { await update({ done: true }) }),
  none: board.collectionAction({ title: 'None' }, () => 5),
} })`,
  },
}

const all = Object.values(programs).flatMap((cases) => Object.values(cases))
let messages: ReadonlyMap<string, readonly string[]>
beforeAll(() => {
  const said = compile(all)
  messages = new Map(all.map((program, index) => [program, said[index]!]))
})

for (const [title, cases] of Object.entries(programs)) {
  describe(title, () => {
    test.each(Object.entries(cases))('%s', (_, program) => {
      expect(messages.get(program)).toEqual([])
    })
  })
}
