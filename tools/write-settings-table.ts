/** Writes the table of settings into docs/reference/configuration.md: `npm run docs:settings`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { settingTable } from '../src/foundation/settings/settings.js'

const file = 'docs/reference/configuration.md'
const head = ['| setting | must be | default | meaning |', '| --- | --- | --- | --- |']
const rows = Object.entries(settingTable).map(
  ([name, { accepts, default: value, description }]) =>
    `| \`${name}\` | ${accepts} | \`${JSON.stringify(value)}\` | ${description} |`,
)

const lines = readFileSync(file, 'utf8').split('\n')
const first = lines.findIndex((line) => /^\| setting\s/.test(line))
const length = lines.slice(first).findIndex((line) => !line.startsWith('|'))
lines.splice(first, length === -1 ? lines.length - first : length, ...head, ...rows)
writeFileSync(file, lines.join('\n'))
