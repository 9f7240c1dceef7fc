/** The manifests of `deploy/kubernetes` agree with each other and with the service. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '../../src/server/compose/read-settings.js'

const folder = 'deploy/kubernetes'
const textOf = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
const manifest = (name: string) => parse(textOf(name))

const { template, ...rollout } = manifest('deployment.yaml').spec
const [container] = template.spec.containers
const variables: Record<string, string> = {
  ...manifest('config.yaml').data,
  ...{ NODE_ENV: 'production', PLATFORM_HTTP_HOST: '0.0.0.0' },
}
const { settings } = readSettings({
  environment: { ...variables, DATABASE_URL: 'postgresql://service@localhost/app' },
})

test('the files but the secret and the migration are part of the kustomization', () => {
  const { resources } = manifest('kustomization.yaml')
  const apart = ['kustomization.yaml', 'migration.yaml', 'secret.example.yaml']
  expect([...resources, ...apart].sort()).toEqual(readdirSync(folder).sort())
})

test('the configuration names settings, with values that they accept', () => {
  const variables = Object.keys(settings).map((name) => name.toUpperCase().replace(/[.-]/g, '_'))
  const { data } = manifest('config.yaml')
  expect(Object.keys(data).filter((name) => !variables.includes(name))).toEqual([])
  expect(settings['platform.auth.mode']).toBe('jwt')
})

test('a pod has longer to stop than the service needs', () => {
  const drain = 5_000
  expect(settings['platform.http.shutdown-drain-ms']).toBe('auto')
  const needed = drain + settings['platform.http.shutdown-timeout-ms']
  expect(template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(needed)
  const { periodSeconds, failureThreshold } = container.readinessProbe
  expect(periodSeconds * failureThreshold * 1000).toBeLessThan(drain)
})

test('a start that waits for the database is not killed', () => {
  const { periodSeconds, failureThreshold } = container.startupProbe
  const allowed = periodSeconds * failureThreshold * 1000
  expect(allowed).toBeGreaterThan(settings['platform.database.start-timeout-ms'])
})

test('selectors find the pods of the service, not those of the migration', () => {
  const labels = template.metadata.labels
  expect(rollout.selector.matchLabels).toEqual(labels)
  expect(manifest('service.yaml').spec.selector).toEqual(labels)
  expect(manifest('disruption-budget.yaml').spec.selector.matchLabels).toEqual(labels)
  expect(manifest('migration.yaml').spec.template.metadata.labels).not.toMatchObject(labels)
})

test('migration and service run the same image, which is the one that init describes', () => {
  const migration = manifest('migration.yaml').spec.template.spec.containers[0]
  const [{ newName, newTag }] = manifest('kustomization.yaml').images
  expect(migration.image).toBe(`${newName}:${newTag}`)
  const [, start] = /^CMD (.*)$/m.exec(readFileSync('templates/service/Dockerfile', 'utf8'))!
  const command = JSON.parse(start!).map((word: string) => (word === 'start' ? 'migrate' : word))
  expect(migration.command).toEqual(command)
})

test('containers have no rights but to run', () => {
  const migration = manifest('migration.yaml').spec.template.spec
  for (const { securityContext, containers } of [template.spec, migration]) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(containers[0].securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    })
  }
})

test('the secrets that the pods name are in the example', () => {
  const names = parseAllDocuments(textOf('secret.example.yaml')).map(
    (each) => each.toJS().metadata.name,
  )
  const migration = manifest('migration.yaml').spec.template.spec.containers[0]
  const used = [container, migration].flatMap(({ envFrom }) =>
    envFrom.flatMap((each: { secretRef?: { name: string } }) => each.secretRef?.name ?? []),
  )
  expect(used.sort()).toEqual(names.sort())
})
