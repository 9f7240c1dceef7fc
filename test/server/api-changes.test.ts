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

test.runIf(isNightly)('all is new in the pull request that adds the description', () => {
  git('rm', '--quiet', '--force', 'openapi.json')
  git('commit', '--quiet', '--message', 'Without a description')
  base = git('rev-parse', 'HEAD')
  expect(run('Compare it with the one of the target branch')).toMatchObject({ status: 0 })
  expect(readFileSync(join(folder, 'changes.md'), 'utf8')).toMatch(
    /^### API changes: \d+ additive\n/,
  )
  // The step writes the description, but it is not in the repository.
  expect(run('Check that the description is current')).toMatchObject({ status: 1 })
})

/** A program in place of `gh`: it finds these comments, and keeps the arguments of its calls. */
const fakeGh = (ids: readonly string[]) => `#!/bin/sh
echo "$*" >> "$HOME/calls"
case "$*" in *--jq*) printf '%s' '${ids.join('\n')}' ;; esac
`

const post = async (changes: string, ...ids: readonly string[]) => {
  const home = await temporaryFolder()
  writeFileSync(join(home, 'gh'), fakeGh(ids), { mode: 0o755 })
  writeFileSync(join(home, 'changes.md'), changes)
  const { status, stderr } = spawnSync('bash', ['-e', '-c', stepOf('Post the changes')], {
    encoding: 'utf8',
    env: {
      ...{ PATH: `${home}:${process.env['PATH']}`, HOME: home, RUNNER_TEMP: home },
      ...{ NUMBER: '7', GITHUB_REPOSITORY: 'acme/shop' },
    },
  })
  expect([status, stderr]).toEqual([0, ''])
  const calls = readFileSync(join(home, 'calls'), 'utf8').trim().split('\n')
  const comment = readFileSync(join(home, 'comment.md'), 'utf8')
  return { call: calls.at(-1), comment }
}

test('the first run adds a comment, and later ones change it', async () => {
  const changes = '### API changes: none\n'
  const { call, comment } = await post(changes)
  expect(call).toMatch(/--method POST .* repos\/acme\/shop\/issues\/7\/comments$/)
  expect(comment).toBe(`<!-- API changes -->\n${changes}`)
  const again = await post(changes, '31', '32')
  expect(again.call).toMatch(/--method PATCH .* repos\/acme\/shop\/issues\/comments\/31$/)
})

test('a comment is cut at the end of a line if it has too many changes', async () => {
  const line = `| GET /api/größe | ${'x'.repeat(80)} |\n`
  const { comment } = await post(line.repeat(1_000))
  expect(comment.length).toBeLessThan(65_536)
  const [, ...lines] = comment.split('\n')
  expect(new Set(lines.slice(0, -5))).toEqual(new Set([line.trim()]))
  expect(comment).toMatch(/There are more changes: see the summary of the run\.\n$/)
})

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
