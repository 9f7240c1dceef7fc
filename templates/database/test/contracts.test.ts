import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test('the contracts fit the database', () => {
  execFileSync('npm', ['run', 'check'], { stdio: 'inherit' })
})
