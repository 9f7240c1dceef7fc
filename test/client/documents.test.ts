/**
 * The examples of docs/reference/client.md run against the sample; that they compile is a test of
 * types.
 */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleFile, exampleFiles, exampleFolder } from './examples.js'
import { useClient } from './use-client.js'

const setup = useClient()
beforeAll(async () => {
  await mkdir(exampleFolder, { recursive: true })
  for (const [file, text] of exampleFiles(setup.baseUrl)) await writeFile(file, text)
})
afterAll(() => rm(exampleFolder, { recursive: true, force: true }))

test('the examples of docs/reference/client.md run', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...['--conditions=@corollary/source', '--import', 'tsx'],
    exampleFile,
  ])
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toMatch(/^[1-9]\d* \S+/)
  expect(stdout).not.toContain('The employee was changed in the meantime.')
  expect(stdout).toMatch(/Engineering: \d/)
  expect(stdout).toMatch(/^\d+ false$/m)
  expect(stdout).toContain('salaryBetween BETWEEN')
  const made = await setup.client.resource('human-resources.departments').filter({ code: 'D-42' })
  expect(made).toMatchObject({ data: { totalElements: 1 } })
})
