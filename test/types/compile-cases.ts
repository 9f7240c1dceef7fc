/** Compiles short programs in memory, all at once, and returns the messages for each. */
import { join } from 'node:path'
import { projectFolder } from '../architecture/sources.js'
import { messagesOf } from './compiler.js'

const caseFolder = join(projectFolder, 'test/types/in-memory')

/** The start of every program. */
const prelude = `
import * as c from 'corollary'
export const teams = c.defineEntity('teams', {
  id: c.integer({ primaryKey: true, generated: true }),
  name: c.text({ maxLength: 60 }),
  tasks: c.hasMany('tasks', { column: 'team_id' }),
})
export const tasks = c.defineEntity('tasks', {
  id: c.integer({ primaryKey: true, generated: true }),
  title: c.text({ maxLength: 80 }),
  effort: c.decimal({ precision: 6, scale: 2 }),
  budget: c.decimal({ precision: 20, scale: 2, nullable: true }),
  done: c.boolean({ default: false }),
  state: c.enumOf(['OPEN', 'CLOSED'], { default: 'OPEN' }),
  dueOn: c.date({ nullable: true }),
  serial: c.bigint({ nullable: true }),
  ticket: c.uuid({ nullable: true }),
  extra: c.json({ nullable: true }),
  words: c.arrayOf(c.text({ maxLength: 9 }), { nullable: true }),
  marks: c.arrayOf(c.enumOf(['A', 'B'], { nullable: true }), { default: [] }),
  createdAt: c.instant({ generated: true }),
  team: c.belongsTo('teams', { column: 'team_id' }),
  parent: c.belongsTo('tasks', { column: 'parent_id', nullable: true }),
  children: c.hasMany('tasks', { column: 'parent_id' }),
  tags: c.manyToMany('tags', { through: 'task_tags', from: 'task_id', target: 'tag_id' }),
  version: c.version(),
})
export const tags = c.defineEntity('tags', { id: c.integer({ primaryKey: true, generated: true }), name: c.text() })
export const board = c.defineSchema({ teams, tasks, tags })
export const sound = { key: 'board.tasks', response: { id: '.', title: '.' }, filter: {}, defaultSort: ['title'] } as const
`

const programOf = (body: string): string =>
  `import * as c from 'corollary'
import { board, sound, tags, tasks, teams } from './prelude.js'
void [board, sound, tags, tasks, teams]
${body}
`

/** The messages of each program; none if it compiles. */
export const compile = (bodies: readonly string[]): readonly (readonly string[])[] => {
  const preludeFile = join(caseFolder, 'prelude.ts')
  const cases = bodies.map(
    (body, index) => [join(caseFolder, `case-${index}.ts`), programOf(body)] as const,
  )
  const messages = messagesOf(new Map([[preludeFile, prelude], ...cases]))
  const broken = messages.get(preludeFile)!
  if (broken.length > 0) throw new Error(`The prelude does not compile:\n${broken.join('\n')}`)
  return cases.map(([name]) => messages.get(name)!)
}
