/** The dashboard and the alert rules of `deploy/` name what a service has. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { secretOf } from '../webhooks/receiver.js'
import { webhookOf } from '../webhooks/use-webhooks.js'
import { employees, useObserved } from './use-observed.js'

const service = useObserved({
  PLATFORM_WEBHOOKS_ENDPOINTS: JSON.stringify([webhookOf('http://127.0.0.1:9/')]),
  WEBHOOK_TEST_SECRET: secretOf('first'),
})
const dashboardFile = 'deploy/grafana/dashboard.json'
const rulesFile = 'deploy/prometheus/alerts.yml'

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
}
const dashboard = JSON.parse(readFileSync(dashboardFile, 'utf8')) as {
  readonly uid: string
  readonly panels: readonly Panel[]
}
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Metrics of an expression with the labels that it selects by. */
const selectorsOf = (text: string) =>
  [...text.matchAll(/\b([a-z_]+)\{([^}]*)\}/g)].map(([, name, selectors]) => ({
    name: name!,
    labels: [...selectors!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  }))

/** Prometheus adds these to each series; `up` is its own. */
const ofScrapes = ['job', 'instance', 'le']

test.each([
  ['the dashboard', queries.join('\n')],
  ['the alert rules', readFileSync(rulesFile, 'utf8')],
  ['the tests of the rules', readFileSync('deploy/prometheus/alerts.test.yml', 'utf8')],
])('%s names metrics and labels that a service has', async (_name, text) => {
  await service.send('GET', '/nowhere')
  await service.send('POST', `${employees}/filter`, {})
  await service.send('POST', '/api/human-resources/skills', { code: 'a', name: 'a', category: 'a' })
  await service.send('POST', '/api/human-resources/skills', { code: 'a', name: 'a', category: 'a' })
  // The queue of a webhook is counted after the start.
  await expect
    .poll(async () => (await service.metrics()).get('webhook_dead_letters')?.labels)
    .toContain('webhook')
  const metrics = await service.metrics()
  const selectors = selectorsOf(text)
  expect(selectors.length).toBeGreaterThan(8)
  const wrong = selectors.filter(({ name, labels }) => {
    if (name === 'up') return false
    const metric = metrics.get(name) ?? metrics.get(name.replace(/_(bucket|count|sum)$/, ''))
    return !metric || labels.some((each) => ![...ofScrapes, ...metric.labels].includes(each))
  })
  expect(wrong).toEqual([])
})

test('the panels of the dashboard have ids of their own, and do not overlap', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  expect(panels.filter(({ type, targets }) => type !== 'row' && !targets?.length)).toEqual([])
})

const rules = readFileSync(rulesFile, 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

test('each alert has a test, and docs/guides/observability.md says what to do', () => {
  const tests = readFileSync('deploy/prometheus/alerts.test.yml', 'utf8')
  const docs = readFileSync('docs/guides/observability.md', 'utf8')
  expect(alerts.length).toBeGreaterThan(5)
  expect(alerts.filter((name) => !tests.includes(`alertname: ${name}`))).toEqual([])
  expect(alerts.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
})

/** Of the Debian package `prometheus`. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)('promtool accepts the rules, and their tests pass', () => {
  const options = { cwd: 'deploy/prometheus', encoding: 'utf8' } as const
  expect(execFileSync('promtool', ['check', 'rules', 'alerts.yml'], options)).toContain('SUCCESS')
  expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], options)).toContain(
    'SUCCESS',
  )
})
