/** The steps of the workflow for GitHub, run as its runner would, in a repository of its own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseCommand } from '../../src/server/commands/command.js'
import { isNightly } from '../support/effort.js'
import { endEverything, packageFolder, peopleApp, temporaryFolder } from './nodes.js'

interface Step {
  readonly name?: string
  readonly run?: string
  readonly if?: string
}
const { jobs, permissions } = parse(readFileSync('deploy/github/api-changes.yaml', 'utf8'))
const steps: readonly Step[] = jobs.compare.steps
const stepOf = (name: string): string => steps.find((step) => step.name === name)!.run!

let folder: string
let base: string
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

beforeAll(async () => {
  if (!isNightly) return
  folder = await temporaryFolder()
  const cli = `node ${join(packageFolder, 'src/cli.js')}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { corollary: cli } }))
  cpSync('examples/people/openapi.json', join(folder, 'openapi.json'))
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Base')
  base = git('rev-parse', 'HEAD')
})
afterAll(endEverything)

const run = (name: string) => {
  const output = join(folder, 'output')
  const { status, stderr } = spawnSync('bash', ['-e', '-c', stepOf(name)], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      ...{ APP: peopleApp, BASE: base, RUNNER_TEMP: folder },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(folder, 'summary') },
    },
  })
  const lines = existsSync(output) ? readFileSync(output, 'utf8') : ''
  return { status, stderr, lines }
}

// Each step starts npm and the service: seconds that few runs need.
test.runIf(isNightly)(
  'the steps compare the description of the branch with that of the target',
  () => {
    expect(run('Check that the description is current')).toMatchObject({ status: 0 })
    expect(run('Compare it with the one of the target branch')).toMatchObject({
      ...{ status: 0, lines: 'breaks=0\n' },
    })
    expect(readFileSync(join(folder, 'changes.md'), 'utf8')).toBe('### API changes: none\n')

    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
    document.paths['/api/gone'] = { get: { operationId: 'gone', responses: {} } }
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    git('commit', '--quiet', '--all', '--message', 'An operation that is removed afterwards')
    base = git('rev-parse', 'HEAD')
    expect(run('Check that the description is current')).toMatchObject({ status: 1 })
    expect(run('Compare it with the one of the target branch')).toMatchObject({
      ...{ status: 0, lines: 'breaks=0\nbreaks=1\n' },
    })
    const summary = readFileSync(join(folder, 'summary'), 'utf8')
    expect(summary).toContain('### API changes: 1 breaking')
    expect(summary).toContain('| GET /api/gone | The operation was removed. |')
  },
)

test('the steps are scripts for a shell, and the commands that they run exist', () => {
  const scripts = steps.flatMap((step) => step.run ?? [])
  for (const script of scripts) {
    expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('')
  }
  const commands = scripts
    .join('\n')
    .replaceAll('\\\n', ' ')
    .matchAll(/corollary -- (.*?)\s*>/g)
  const parsed = [...commands].map(([, words]) =>
    parseCommand(words!.split(' ').map((word) => word.replaceAll('"', ''))),
  )
  expect(parsed.map(({ name, options }) => [name, options.format])).toEqual([
    ['openapi', undefined],
    ['diff', 'markdown'],
  ])
})

test('the workflow may comment, and refuses by the outcome of the comparison', () => {
  expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  const refusal = steps.find(({ name }) => name === 'Refuse changes that break clients')!
  expect(refusal.if).toContain("steps.compare.outputs.breaks != '0'")
})
