/** Compares the API description of the samples with the committed one. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareDocuments, formatChanges } from '#packages/openapi-diff'
import movies from '../../examples/movies/app.js'
import people from '../../examples/people/app.js'
import sales from '../../examples/sales/app.js'
import { describeContract } from '../../src/server/commands/describe-contract.js'
import { readSettings } from '../../src/server/compose/read-settings.js'

const { settings } = readSettings({ environment: {} })

test.each([
  ['people', people],
  ['movies', movies],
  ['sales', sales],
])('the API description of %s is equal to its openapi.json', (name, application) => {
  const file = `examples/${name}/openapi.json`
  const committed = JSON.parse(readFileSync(file, 'utf8'))
  const described = describeContract(application, settings)
  expect(formatChanges(compareDocuments(committed, described))).toBe('No changes.\n'.trim())
  const renew = `npm run -s corollary -- openapi --app examples/${name}/app.ts > ${file}`
  expect(JSON.parse(JSON.stringify(described)), `to renew it: ${renew}`).toEqual(committed)
})
