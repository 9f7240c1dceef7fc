/** Settings: a file, environment variables that override it, and all problems reported at once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type SettingName,
  type Settings,
  settingTable,
} from '../../src/foundation/settings/settings.js'
import { environmentName, readSettings } from '../../src/server/compose/read-settings.js'

const folder = mkdtempSync(join(tmpdir(), 'corollary-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const fileOf = (content: unknown): string => {
  const file = join(folder, `${++files}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

type Environment = Readonly<Record<string, string | undefined>>
const settingsOf = (file: unknown, environment: Environment = {}): Settings =>
  readSettings({ environment, file: file === undefined ? undefined : fileOf(file) }).settings

/** The message of the start, with the file's name replaced. */
const refusalOf = (content: unknown, environment: Environment = {}): readonly string[] => {
  const file = content === undefined ? undefined : fileOf(content)
  try {
    readSettings({ environment, file })
  } catch (error) {
    expect((error as Error).name).toBe('StartError')
    return (error as Error).message.replaceAll(file ?? '\0', 'file').split('\n')
  }
  return []
}

describe('sources of values', () => {
  const port = 'platform.http.port'
  const cases: readonly (readonly [string, unknown, Environment, number])[] = [
    ['the default', undefined, {}, 8080],
    ['the file', { 'platform.http.port': 1 }, {}, 1],
    ['the file, nested', { platform: { http: { port: 2 } } }, {}, 2],
    ['the file, half nested', { 'platform.http': { port: 3 } }, {}, 3],
    ['the environment', undefined, { PLATFORM_HTTP_PORT: '4' }, 4],
    [
      'the environment over the file',
      { platform: { http: { port: 5 } } },
      { PLATFORM_HTTP_PORT: '6' },
      6,
    ],
    ['the environment with spaces', undefined, { PLATFORM_HTTP_PORT: ' 7 ' }, 7],
    ['an empty file', {}, {}, 8080],
  ]
  test.each(cases)('the value comes from %s', (_, file, environment, expected) => {
    expect(settingsOf(file, environment)[port]).toBe(expected)
  })

  test('every setting has a unique environment variable', () => {
    const names = (Object.keys(settingTable) as SettingName[]).map(environmentName)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^PLATFORM(_[A-Z0-9]+)+$/)
  })

  test('every default is a valid value of its setting', () => {
    for (const { parse, default: value } of Object.values(settingTable)) {
      expect(parse(value)).toEqual(value)
    }
  })
})

describe('formats of values', () => {
  const read: readonly (readonly [SettingName, unknown, unknown])[] = [
    ['platform.hateoas.enabled', false, false],
    [
      'platform.http.cors.origins',
      ['https://a.example', 'http://b.example:81'],
      ['https://a.example', 'http://b.example:81'],
    ],
    ['platform.http.cors.origins', [], []],
    ['platform.http.context-path', '/hr/v1', '/hr/v1'],
    ['platform.http.context-path', '', ''],
    ['platform.filter.zone-id', 'Europe/Lisbon', 'Europe/Lisbon'],
    ['platform.database.schema', 'corollary_2', 'corollary_2'],
    ['platform.database.statement-timeout-ms', 0, 0],
    ['platform.log.level', 'silent', 'silent'],
  ]
  test.each(read)('the file may set %s to %j', (name, value, expected) => {
    expect(settingsOf({ [name]: value })[name]).toEqual(expected)
  })

  const texts: readonly (readonly [SettingName, string, unknown])[] = [
    ['platform.hateoas.enabled', 'FALSE', false],
    [
      'platform.http.cors.origins',
      'https://a.example, https://b.example',
      ['https://a.example', 'https://b.example'],
    ],
    ['platform.http.cors.origins', '', []],
    ['platform.pagination.max-offset', '0', 0],
  ]
  test.each(texts)('the environment may set %s to %j', (name, text, expected) => {
    expect(settingsOf(undefined, { [environmentName(name)]: text })[name]).toEqual(expected)
  })

  /** Name, an invalid value, and the accepted values. */
  const wrong: readonly (readonly [SettingName, unknown, string])[] = [
    ['platform.http.port', 70_000, 'an integer from 0 to 65535'],
    ['platform.http.port', -1, 'an integer from 0 to 65535'],
    ['platform.http.port', 80.5, 'an integer from 0 to 65535'],
    ['platform.http.port', 'http', 'an integer from 0 to 65535'],
    ['platform.http.port', true, 'an integer from 0 to 65535'],
    ['platform.http.port', null, 'an integer from 0 to 65535'],
    ['platform.http.port', [8080], 'an integer from 0 to 65535'],
    ['platform.database.pool-size', 0, 'an integer from 1 to 1000'],
    ['platform.hateoas.enabled', 'yes', 'true or false'],
    ['platform.hateoas.enabled', 1, 'true or false'],
    ['platform.hateoas.enabled', ['true'], 'true or false'],
    ['platform.filter.zone-id', 'Mars/Olympus', 'an IANA time zone such as Europe/Lisbon'],
    ['platform.filter.zone-id', 1, 'an IANA time zone such as Europe/Lisbon'],
    ['platform.http.context-path', 'hr', 'an absolute path without a slash at its end, or nothing'],
    [
      'platform.http.context-path',
      '/hr/',
      'an absolute path without a slash at its end, or nothing',
    ],
    [
      'platform.http.cors.origins',
      ['https://a.example/path'],
      'a list of origins such as https://app.example.com',
    ],
    ['platform.http.cors.origins', '*', 'a list of origins such as https://app.example.com'],
    ['platform.http.cors.origins', [1], 'a list of origins such as https://app.example.com'],
    ['platform.http.host', ' ', 'a host name or address'],
    ['platform.database.schema', 'Corollary; drop', 'a name in lower case, such as corollary'],
    ['platform.database.mode', 'sqlite', 'one of auto, url, embedded'],
    ['platform.database.mode', ['url'], 'one of auto, url, embedded'],
    ['platform.log.level', 'loud', 'one of trace, debug, info, warn, error, fatal, silent'],
  ]
  test.each(wrong)('%s refuses %j', (name, value, accepts) => {
    expect(refusalOf({ [name]: value })).toEqual([
      'The configuration is invalid:',
      `  ${name} (in file): must be ${accepts}.`,
    ])
  })
})

describe('settings that stop the start', () => {
  test('an unknown name in the file is reported, with the nearest one', () => {
    expect(refusalOf({ platform: { http: { prot: 1 } }, 'platform.pagination.max': 1 })).toEqual([
      'The configuration is invalid:',
      "  platform.http.prot (in file): no such setting; did you mean 'platform.http.port'?",
      "  platform.pagination.max (in file): no such setting; did you mean 'platform.pagination.max-size'?",
    ])
  })

  test('an unknown empty member in the file is reported', () => {
    expect(refusalOf({ platfrom: {} })[1]).toMatch(/^ {2}platfrom \(in file\): no such setting/)
  })

  test("a wrong value in the environment is reported under the variable's name", () => {
    expect(refusalOf(undefined, { PLATFORM_HTTP_PORT: '' })).toEqual([
      'The configuration is invalid:',
      '  PLATFORM_HTTP_PORT: must be an integer from 0 to 65535.',
    ])
  })

  test('a wrong value in the file is reported, even if the environment overrides it', () => {
    expect(refusalOf({ 'platform.http.port': 'x' }, { PLATFORM_HTTP_PORT: '80' })).toEqual([
      'The configuration is invalid:',
      '  platform.http.port (in file): must be an integer from 0 to 65535.',
    ])
  })

  test('several problems are reported at once', () => {
    const file = { 'platform.http.port': 'x', 'platform.colour': 'red' }
    const problems = refusalOf(file, { PLATFORM_LOG_LEVEL: 'loud', PLATFORM_HATEOAS_ENABLED: 'no' })
    expect(problems.map((line) => line.trim().split(/[: ]/)[0])).toEqual([
      ...['The', 'platform.colour', 'PLATFORM_HATEOAS_ENABLED', 'platform.http.port'],
      'PLATFORM_LOG_LEVEL',
    ])
  })

  const files: readonly (readonly [string, string, string])[] = [
    ['text that is not JSON', '{ platform: 1 }', 'The configuration file file is not JSON.'],
    [
      'a setting twice, nested and dotted',
      '{ "platform": { "http": { "port": 8161 } }, "platform.http.port": 8162 }',
      "The configuration file file contains settings twice: 'platform.http.port'.",
    ],
    [
      'a member twice',
      '{ "platform.http.port": 8161, "platform.http.port": 8162 }',
      "The configuration file file contains settings twice: 'platform.http.port'.",
    ],
    ['a list', '[]', 'The configuration file file must contain a JSON object.'],
    ['nothing', '', 'The configuration file file is not JSON.'],
    ['null', 'null', 'The configuration file file must contain a JSON object.'],
  ]
  test.each(files)('a file with %s is refused', (_, content, message) => {
    expect(refusalOf(content)).toEqual([message])
  })

  test('a file that does not exist is refused', () => {
    const file = join(folder, 'absent.json')
    expect(() => readSettings({ environment: {}, file })).toThrow(
      `The configuration file ${file} does not exist.`,
    )
  })
})

test('an unknown PLATFORM variable causes a warning with the nearest one; other variables are ignored', () => {
  const environment = { PLATFORM_HTTP_PROT: '1', PLATFORM: 'x', HTTP_PORT: '2', PLATFORM_X: '3' }
  const { settings, warnings } = readSettings({ environment })
  expect(settings['platform.http.port']).toBe(8080)
  expect(warnings).toEqual([
    "PLATFORM_HTTP_PROT is not a setting and is ignored; did you mean 'PLATFORM_HTTP_PORT'?",
    'PLATFORM_X is not a setting and is ignored',
  ])
})

test('the start command of each sample names its settings, and they name its own database', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const samples = Object.entries<string>(scripts)
    .filter(([script]) => /^start(:|$)/.test(script))
    .map(([, command]) => /--app examples\/(\w+)\/app\.ts --config (\S+)$/.exec(command) ?? [])
  expect(samples.length).toBeGreaterThan(2)
  for (const [, name, file] of samples) {
    const { settings } = readSettings({ environment: {}, file })
    expect([file, settings['platform.database.embedded.database']]).toEqual([
      `examples/${name}/settings.json`,
      name,
    ])
  }
})
