/**
 * Refuses phrases that readers have to decode; `docs/style.md` says what to write instead. Exceptions
 * stand in `tools/language-exceptions.txt`: a line each, `file: phrase in its line # reason`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Rejected {
  readonly pattern: RegExp
  readonly instead: string
}

const rejected: readonly Rejected[] = [
  { pattern: /\bat the most\b/i, instead: 'at most' },
  { pattern: /\b(held|holds?|holding) (it |them )?against\b/i, instead: 'validate against' },
  { pattern: /\b(is|are|was|were|be|been) told\b/i, instead: 'is reported, gets, is named' },
  { pattern: /\btells? (of|what|which|the|whether|that)\b/i, instead: 'reports, says, shows' },
  { pattern: /\bwhoever\b/i, instead: 'callers who' },
  { pattern: /\bwhomever\b/i, instead: 'callers whom' },
  { pattern: /\bthere (is|are) (not )?for the\b/i, instead: 'visible to the caller' },
  { pattern: /\bcannot be had\b/i, instead: 'is unavailable' },
  { pattern: /\bmore seldom\b/i, instead: 'less often, longer intervals' },
  {
    pattern: /\bis no (file|number|list|text|name|address|object|integer|date)\b/i,
    instead: 'is not a',
  },
]

const exceptions = readFileSync('tools/language-exceptions.txt', 'utf8')
  .split('\n')
  .map((line) => line.split(' # ')[0]!.trim())
  .filter((line) => line !== '')
  .map((line) => {
    const at = line.indexOf(': ')
    return { file: line.slice(0, at), phrase: line.slice(at + 2) }
  })

const files = execFileSync('git', ['ls-files', '*.ts', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('tools/check-language'))

const found = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const isException = exceptions.some(
        (each) => each.file === file && line.includes(each.phrase),
      )
      return isException
        ? []
        : rejected
            .filter(({ pattern }) => pattern.test(line))
            .map(({ pattern, instead }) => {
              const phrase = pattern.exec(line)![0]
              return `${file}:${index + 1}: '${phrase}'; write: ${instead}`
            })
    }),
)

for (const line of found) console.error(line)
if (found.length > 0) {
  console.error(`${found.length} phrases to rewrite.`)
  process.exitCode = 1
}
