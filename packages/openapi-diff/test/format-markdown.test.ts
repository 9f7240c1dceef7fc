import { expect, test } from 'vitest'
import { type Change, formatMarkdown } from '../src/index.js'

const change = (kind: Change['kind'], where: string, message: string): Change => ({
  ...{ kind, where, message },
})

test('no changes are a line', () => {
  expect(formatMarkdown([])).toBe('### API changes: none')
})

test('changes are a table for each kind; breaking ones are shown', () => {
  const changes = [
    change('breaking', 'GET /api/a', 'The operation was removed.'),
    change('other', 'GET /api/b', 'It is deprecated.'),
  ]
  expect(formatMarkdown(changes)).toBe(`### API changes: 1 breaking, 1 other

<details open><summary>Breaking (1)</summary>

| where | what |
| --- | --- |
| GET /api/a | The operation was removed. |

</details>

<details><summary>Other (1)</summary>

| where | what |
| --- | --- |
| GET /api/b | It is deprecated. |

</details>`)
})

test('texts of a description are not read as markup', () => {
  const [, row] = /\| --- \| --- \|\n(.*)\n/.exec(
    formatMarkdown([change('other', 'a|b <img>', '[x](y) `code`\n| *c* _d_ \\')]),
  )!
  expect(row).toBe('| a\\|b \\<img\\> | \\[x\\](y) \\`code\\` \\| \\*c\\* \\_d\\_ \\\\ |')
})

test('a long list fits into a comment, and says how many changes it lacks', () => {
  const changes = Array.from({ length: 2_000 }, (_, index) =>
    change('breaking', `GET /api/${index}`, 'The operation was removed.'),
  )
  const text = formatMarkdown(changes)
  expect(text.length).toBeLessThan(65_000)
  const rows = text.match(/^\| GET /gm)!.length
  expect(text).toContain(`\n${2_000 - rows} more changes are not listed.`)
  expect(text.match(/<details/g)).toHaveLength(text.match(/<\/details>/g)!.length)
})
