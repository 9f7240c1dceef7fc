/**
 * Refuses phrases that readers have to decode, and comments that are wider than 100 columns. The
 * section "Language" of CONTRIBUTING.md gives the standard words. `tools/language-exceptions.txt`
 * lists exceptions, one in each line: `file: text of the line # reason`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Rule {
  /** The files that the rule applies to. Undefined if it applies to all. */
  readonly files?: RegExp
  readonly pattern: RegExp
  readonly instead: string
}

const maxColumns = 100

const rules: readonly Rule[] = [
  { pattern: /\bat the most\b/i, instead: 'at most' },
  { pattern: /\b(held|holds?|holding) (it |them )?against\b/i, instead: 'validate against' },
  { pattern: /\b(is|are|was|were|be|been) told\b/i, instead: 'is reported, receives, is named' },
  { pattern: /\btells? (of|what|which|the|whether|that)\b/i, instead: 'reports, says, shows' },
  { pattern: /\b(is|are|was|were|be|been) asked\b/i, instead: 'is requested, is called' },
  { pattern: /\bwho(m)?ever\b/i, instead: 'callers who' },
  { pattern: /\bthere (is|are) (not )?for the\b/i, instead: 'visible to the caller' },
  { pattern: /\b(a|an|those) \w* ?that there (is|are)\b/i, instead: 'an existing …, an unknown …' },
  { pattern: /\bcannot be had\b/i, instead: 'is unavailable' },
  { pattern: /\bmore seldom\b/i, instead: 'less often, longer intervals' },
  { pattern: /\b(of|on) its own accord\b/i, instead: 'by itself' },
  { pattern: /\ball the same\b/i, instead: 'still, anyway' },
  { pattern: /\bbut for\b/i, instead: 'except' },
  { pattern: /\bnow and then\b/i, instead: 'sometimes, regularly' },
  { pattern: /\b(can|must|to|could) mend\b|\bmends\b/i, instead: 'correct, fix' },
  { pattern: /\bstands? (in|beside|at|under|there|behind|before)\b/i, instead: 'is in, occurs in' },
  {
    pattern: /(?<!there )\b(is|are) no (?!longer\b|more than\b|less than\b|such\b)\w+/i,
    instead: 'is not a',
  },
  {
    files: /^src\/foundation\/errors\//,
    pattern: /\btakes?\b/,
    instead: 'must be, must have',
  },
]

const isComment = (line: string): boolean => /^\s*(\/\*|\*|\/\/)/.test(line)

/** What is wrong with a line, one text for each problem. */
const problemsOf = (file: string, line: string): readonly string[] => {
  const phrases = rules.flatMap(({ files, pattern, instead }) => {
    const phrase = files?.test(file) === false ? undefined : pattern.exec(line)?.[0]
    return phrase === undefined ? [] : [`'${phrase}'; write: ${instead}`]
  })
  const isWide = file.endsWith('.ts') && isComment(line) && line.length > maxColumns
  return isWide ? [...phrases, `a comment wider than ${maxColumns} columns`] : phrases
}

const readExceptions = (): readonly { readonly file: string; readonly text: string }[] =>
  readFileSync('tools/language-exceptions.txt', 'utf8')
    .split('\n')
    .map((line) => line.split(' # ')[0]!.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(': ')
      return { file: line.slice(0, colon), text: line.slice(colon + 2) }
    })

const exceptions = readExceptions()
const isException = (file: string, line: string): boolean =>
  exceptions.some((exception) => exception.file === file && line.includes(exception.text))

const files = execFileSync('git', ['ls-files', '*.ts', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== 'tools/check-language.ts')

const problems = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      isException(file, line)
        ? []
        : problemsOf(file, line).map((problem) => `${file}:${index + 1}: ${problem}`),
    ),
)

for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(
    `${problems.length} lines to rewrite; CONTRIBUTING.md, section "Language", says how.`,
  )
  process.exitCode = 1
}
