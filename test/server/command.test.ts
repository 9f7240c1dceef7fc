/** Parsing the command line: options of `corollary` itself, and arguments for the application. */
import { describe, expect, test } from 'vitest'
import { type Command, parseCommand, usage } from '../../src/server/commands/command.js'

const defaults = { options: {}, argument: undefined, args: [] }

describe('valid command lines', () => {
  const cases: readonly (readonly [argv: string, command: Partial<Command>])[] = [
    ['', { name: 'help' }],
    ['help', { name: 'help' }],
    ['--help', { name: 'help' }],
    ['-h', { name: 'help' }],
    ['start', { name: 'start' }],
    ['check --app a.ts', { name: 'check', options: { app: 'a.ts' } }],
    ['check --app=a.ts', { name: 'check', options: { app: 'a.ts' } }],
    ['start --app a=b.ts', { name: 'start', options: { app: 'a=b.ts' } }],
    ['start --app=a=b.ts', { name: 'start', options: { app: 'a=b.ts' } }],
    ['start --config c.json', { name: 'start', options: { config: 'c.json' } }],
    ['migrate', { name: 'migrate' }],
    ['migrate --print', { name: 'migrate', options: { print: '' } }],
    ['--version', { name: 'version' }],
    ['-v', { name: 'version' }],
    ['version', { name: 'version' }],
    [
      'explain r.json --values --app a.ts',
      { name: 'explain', argument: 'r.json', options: { values: '', app: 'a.ts' } },
    ],
    [
      'diff old.json --group people',
      { name: 'diff', argument: 'old.json', options: { group: 'people' } },
    ],
    [
      'introspect --schema a,b --out src --update',
      { name: 'introspect', options: { schema: 'a,b', out: 'src', update: '' } },
    ],
    [
      'conform http://a --header A:1 --header B:2 --json',
      { name: 'conform', argument: 'http://a', options: { header: 'A:1\nB:2', json: '' } },
    ],
    ['init my-service', { name: 'init', argument: 'my-service' }],
    ['start -- --pritn --app', { name: 'start', args: ['--pritn', '--app'] }],
    ['check --app a.ts -- x', { name: 'check', options: { app: 'a.ts' }, args: ['x'] }],
    ['start --employees 50', { name: 'start', args: ['--employees', '50'] }],
    [
      'start --employees=50 --app a.ts x',
      { name: 'start', options: { app: 'a.ts' }, args: ['--employees=50', 'x'] },
    ],
  ]
  test.each(cases)("parses '%s'", (argv, expected) => {
    const words = argv === '' ? [] : argv.split(' ')
    expect(parseCommand(words)).toEqual({ ...defaults, ...expected })
  })

  test('the configuration file of the environment is used without --config', () => {
    const configOf = (...words: readonly string[]) =>
      parseCommand(words, { COROLLARY_CONFIG: 'environment.json' }).options.config
    expect(configOf('start')).toBe('environment.json')
    expect(configOf('start', '--config', 'named.json')).toBe('named.json')
  })

  test.each(['start', 'check', 'migrate'])("'%s --help' prints help and starts nothing", (name) => {
    expect(parseCommand([name, '--help']).name).toBe('help')
  })
})

describe('invalid command lines', () => {
  const cases: readonly (readonly [argv: string, message: string])[] = [
    ['strat', `There is no command 'strat'; did you mean 'start'?\n\n${usage}`],
    ['--app a.ts', `There is no command '--app'\n\n${usage}`],
    ['migrate --pritn', "'migrate' has no option '--pritn'; did you mean '--print'?"],
    ['migrate --all', "'migrate' has no option '--all'; its options are --app, --config, --print."],
    [
      'openapi --print',
      "'openapi' has no option '--print'; its options are --app, --config, --group.",
    ],
    ['version --app a.ts', "'version' has no option '--app'; its options are none."],
    ['migrate now', "'migrate' takes no argument 'now'."],
    ['openapi people', "'openapi' takes no argument 'people'."],
    ['diff old.json new.json', "'diff' takes no argument 'new.json'."],
    ['explain a.json b.json', "'explain' takes no argument 'b.json'."],
    ['migrate --print=yes', '--print takes no value.'],
    [
      'start --confg c.json',
      "'start' has no option '--confg'; did you mean '--config'? If it belongs to the application, put it after '--'.",
    ],
    [
      'check --apps a.ts',
      "'check' has no option '--apps'; did you mean '--app'? If it belongs to the application, put it after '--'.",
    ],
    ['start --app a.ts --app=b.ts', '--app is given twice.'],
    ['migrate --print --print', '--print is given twice.'],
    ['start --app', '--app takes a file.'],
    ['check --config', '--config takes a file.'],
    ['start --app=', '--app takes a file.'],
    ['start --app --config c.json', '--app takes a file.'],
  ]
  test.each(cases)("refuses '%s'", (argv, message) => {
    expect(() => parseCommand(argv.split(' '))).toThrow(
      expect.objectContaining({ name: 'StartError', message }),
    )
  })
})

test('the help names every command and option', () => {
  for (const word of ['start', 'check', 'migrate', 'help', '--app', '--config', '--print']) {
    expect(usage).toMatch(new RegExp(`^ {2}${word} `, 'm'))
  }
})

test('the help describes each option once', () => {
  const names = [...usage.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name)
  expect(names).toEqual([...new Set(names)])
})
