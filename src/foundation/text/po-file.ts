/**
 * Reads and prints catalogs of messages in the format PO of GNU gettext, which tools of translators
 * read and write. Contexts and plural forms are not supported: a message is found by its English
 * text.
 */

export interface PoEntry {
  /** The English text. */
  readonly id: string
  /** The translation; empty if there is none. */
  readonly text: string
  /** Remarks of translators. */
  readonly comments: readonly string[]
  /** Remarks for translators. */
  readonly notes: readonly string[]
  /** Where the text is used. */
  readonly references: readonly string[]
  /** Such as `fuzzy`: the translation has to be reviewed and is not used. */
  readonly flags: readonly string[]
  /** The text is not used any more. */
  readonly isObsolete: boolean
}

export interface PoFile {
  /** Lines such as `Language: pt`. */
  readonly headers: readonly string[]
  /** Comments above the headers. */
  readonly comments: readonly string[]
  readonly entries: readonly PoEntry[]
}

/** A line that is not a part of a catalog. */
export class PoError extends Error {
  override readonly name = 'PoError'

  constructor(
    readonly line: number,
    what: string,
  ) {
    super(`line ${line} ${what}`)
  }
}

type Draft = {
  -readonly [Name in keyof PoEntry]: PoEntry[Name] extends readonly string[]
    ? string[]
    : PoEntry[Name]
}

const emptyDraft = (): Draft => ({
  ...{ id: '', text: '', isObsolete: false },
  ...{ comments: [], notes: [], references: [], flags: [] },
})

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
}

const unquote = (line: number, quoted: string): string => {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(quoted)) throw new PoError(line, 'must be a quoted text')
  return quoted.slice(1, -1).replace(/\\(.)/g, (_, escaped: string) => escapes[escaped] ?? escaped)
}

/** @throws PoError */
export const readPo = (text: string): PoFile => {
  const entries: PoEntry[] = []
  let draft = emptyDraft()
  let member: 'id' | 'text' | undefined
  const finish = (): void => {
    if (member !== undefined) entries.push(draft)
    draft = emptyDraft()
    member = undefined
  }
  const readComment = (line: string): void => {
    if (member === 'text') finish()
    const rest = line.slice(2).trim()
    if (line.startsWith('#.')) draft.notes.push(rest)
    else if (line.startsWith('#:')) draft.references.push(...rest.split(/\s+/))
    else if (line.startsWith('#,')) draft.flags.push(...rest.split(/\s*,\s*/))
    // Lines `#|` have earlier texts, which tools add beside the flag fuzzy.
    else if (!line.startsWith('#|')) draft.comments.push(line.slice(1).trim())
  }
  for (const [index, sent] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const isObsolete = sent.startsWith('#~')
    const line = (isObsolete ? sent.slice(2) : sent).trim()
    if (line === '' || line.startsWith('|')) continue
    if (line.startsWith('#')) {
      readComment(line)
      continue
    }
    const [, keyword = '', quoted = ''] = /^(\w+(?:\[\d+\])?)?\s*(".*)$/.exec(line) ?? []
    if (keyword === 'msgid') {
      if (member === 'text') finish()
      member = 'id'
    } else if (keyword === 'msgstr') member = 'text'
    else if (keyword !== '' || member === undefined) {
      throw new PoError(index + 1, 'must be a comment, msgid or msgstr')
    }
    draft.isObsolete ||= isObsolete
    draft[member] += unquote(index + 1, quoted)
  }
  finish()
  const isHeader = ({ id, isObsolete }: PoEntry) => id === '' && !isObsolete
  const header = entries.find(isHeader)
  return {
    headers: header?.text.split('\n').filter((line) => line !== '') ?? [],
    comments: header?.comments ?? [],
    entries: entries.filter((entry) => !isHeader(entry)),
  }
}

const escaped: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

const quote = (text: string): string =>
  `"${text.replace(/[\n\t\r"\\]/g, (sign) => escaped[sign]!)}"`

/** A text with several lines begins on a line of its own. */
const quoteLines = (text: string): string => {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? ['']
  return lines.length === 1 ? quote(text) : ['""', ...lines.map(quote)].join('\n')
}

const printEntry = (entry: Omit<PoEntry, 'isObsolete'>, isObsolete: boolean): string => {
  const { id, text, comments, notes, references, flags } = entry
  const message = `msgid ${quoteLines(id)}\nmsgstr ${quoteLines(text)}`
  return [
    ...comments.map((each) => (each === '' ? '#' : `# ${each}`)),
    ...notes.map((each) => `#. ${each}`),
    ...references.map((each) => `#: ${each}`),
    ...(flags.length > 0 ? [`#, ${flags.join(', ')}`] : []),
    isObsolete ? message.replace(/^/gm, '#~ ') : message,
  ].join('\n')
}

export const printPo = ({ headers, comments, entries }: PoFile): string => {
  const header = {
    ...emptyDraft(),
    comments,
    text: headers.map((line) => `${line}\n`).join(''),
  }
  return `${[
    printEntry(header, false),
    ...entries.map((entry) => printEntry(entry, entry.isObsolete)),
  ].join('\n\n')}\n`
}
