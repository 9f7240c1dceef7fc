/** The compose file of `deploy/compose` agrees with its scripts and with the service. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../src/server/compose/read-settings.js'

const textOf = (name: string): string => readFileSync(`deploy/compose/${name}`, 'utf8')
const { services } = parse(textOf('compose.yaml'), { merge: true })
const passwords = { APP_PASSWORD: 'a', REPLICATION_PASSWORD: 'b' }
const dockerfile = readFileSync('templates/service/Dockerfile', 'utf8')

const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries<string>(services[name].environment).map(([key, value]) => [
      key,
      value.replace(/\$\{(\w+)(?::\?)?\}/g, (_, variable) => Object(passwords)[variable]),
    ]),
  )

test('the variables of the example are those that the file names', () => {
  const used = [...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const given = [...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(given.sort())
})

test('every file that is mounted is there', () => {
  const mounts = Object.values<{ volumes?: string[] }>(services).flatMap(({ volumes = [] }) =>
    volumes.filter((each) => each.startsWith('./')).map((each) => each.split(':')[0]!),
  )
  expect(mounts.length).toBeGreaterThan(3)
  const missing = mounts.filter(
    (path) => !existsSync(path.replace('./compose/', 'deploy/compose/')),
  )
  expect(missing).toEqual([])
})

test('the service accepts its environment', () => {
  const environment = { ...environmentOf('service'), NODE_ENV: 'production' }
  const { settings } = readSettings({ environment })
  const variables = Object.keys(settings).map((name) => name.toUpperCase().replace(/[.-]/g, '_'))
  const names = Object.keys(environmentOf('service'))
  expect(names.filter((name) => name.startsWith('PLATFORM_') && !variables.includes(name))).toEqual(
    [],
  )
  const needed = 5 + settings['platform.http.shutdown-timeout-ms'] / 1000
  expect(Number.parseInt(services.service.stop_grace_period, 10)).toBeGreaterThan(needed)
})

test('addresses name services of the file, and the ports that they listen on', () => {
  const ports: Record<string, string> = { primary: '5432', replica: '5432', pooler: '6432' }
  const addresses = ['service', 'migration'].flatMap((name) =>
    Object.values(environmentOf(name)).filter((value) => value.startsWith('postgresql:')),
  )
  const wrong = addresses.filter((each) => {
    const { hostname, port, pathname } = new URL(each)
    return ports[hostname] !== port || pathname !== '/app'
  })
  expect(wrong).toEqual([])
  expect(textOf('pgbouncer.ini')).toContain(`listen_port = ${ports['pooler']}`)
  expect(textOf('pgbouncer.ini')).toContain('app = host=primary port=5432 dbname=app')
})

test('the replica uses the role and the slot that the primary creates', () => {
  for (const name of ['replicator', 'replica']) {
    expect(textOf('primary-roles.sh')).toMatch(new RegExp(`\\b${name}\\b`))
  }
  expect(textOf('replica.sh')).toMatch(/--username replicator .*--slot replica /)
})

test('the migration runs the program that the image starts', () => {
  const [, start] = /^CMD (.*)$/m.exec(dockerfile)!
  const command = JSON.parse(start!).map((word: string) => (word === 'start' ? 'migrate' : word))
  expect(services.migration.command).toEqual(command)
})

test('the service has no rights but to run', () => {
  expect(services.service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
})
