/** Options of a resource and its option sources: complete, distinct, and found by their ids. */
import type { Field } from '../catalog.js'
import { items, type Json, members } from '../json.js'
import { barePage, checkPage, joinPages, type Page, type Query, queryText } from '../pages.js'
import { withStatus } from '../service.js'
import { idsOf, type Subject } from '../subject.js'
import { demand, demandEqual, demandSequence, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const optionCase = casesOf('options')

interface Options extends Page {
  readonly ids: readonly string[]
}

const idText = (option: Json): string => {
  const { id, label, extra } = option
  demand(id !== undefined && id !== null, 'An option must have an id.')
  demand(typeof label === 'string', `The option ${id} must have a text as label.`)
  demand(extra !== undefined, `The option ${id} must have 'extra', which may be null.`)
  return String(id)
}

const readOptions = async (
  subject: Subject,
  path: string,
  body: Json,
  size: number,
): Promise<Options> => {
  const read = async (query: Query): Promise<Page> => {
    const address = `${path}${queryText(query)}`
    const options = barePage(await subject.service.send('POST', address, { body }))
    withStatus(options.exchange, 200)
    checkPage(options, query)
    return options
  }
  const page = await joinPages(read, { size, maxRows: subject.maxRows })
  const ids = page.rows.map(idText)
  demandEqual('The number of different ids', new Set(ids).size, ids.length)
  if (page.total <= subject.maxRows) demandEqual('totalElements', page.total, ids.length)
  return { ...page, ids }
}

const demandByIds = async (
  subject: Subject,
  path: string,
  options: readonly Json[],
): Promise<void> => {
  const expected = [...options].reverse()
  const query = new URLSearchParams(expected.map(({ id }): [string, string] => ['ids', String(id)]))
  const { json } = withStatus(await subject.service.send('GET', `${path}?${query}`), 200)
  demandEqual('The options by ids, in the requested order', json, expected)
}

const ownCases: readonly Case[] = [
  optionCase('every row is an option', async (subject) => {
    const { resource, base, rows } = subject
    const path = `${resource.path}/options/filter`
    const { ids } = await readOptions(subject, path, base, resource.pageSize)
    demandSequence('The ids of the options', [...ids].sort(), [...idsOf(subject, rows)].sort())
  }),
  optionCase('options are found by their ids', async (subject) => {
    const { resource, base, random } = subject
    const { rows } = await readOptions(subject, `${resource.path}/options/filter`, base, 20)
    await demandByIds(subject, `${resource.path}/options/by-ids`, random.some(rows, 3))
  }),
  optionCase('a search finds the options whose label contains it', async (subject) => {
    const { resource, base, random } = subject
    const path = `${resource.path}/options/filter`
    const { rows } = await readOptions(subject, path, base, resource.pageSize)
    const labels = rows.map(({ label }) => String(label))
    const words = labels.flatMap((label) => label.match(/[A-Za-z]{2}/g) ?? [])
    if (words.length === 0) throw new NotJudged('No label has two letters.')
    const word = random.pick(words)
    const contains = (lower: (text: string) => string) => (row: Json) =>
      lower(String(row['label'])).includes(word.toLowerCase())
    const ascii = contains((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
    const any = contains((text) => text.toLowerCase())
    const size = resource.pageSize
    const found = await readFound(
      subject,
      `${path}${queryText({ size, search: word.toUpperCase() })}`,
      base,
    )
    const missing = rows.find((row) => ascii(row) && any(row) && !found.has(String(row['id'])))
    const extra = rows.find((row) => !ascii(row) && !any(row) && found.has(String(row['id'])))
    const isCut = rows.filter(any).length > size
    demand(isCut || !missing, `The search '${word}' must find '${missing?.['label']}'.`)
    demand(!extra, `The search '${word}' must not find '${extra?.['label']}'.`)
  }),
]

const readFound = async (
  subject: Subject,
  path: string,
  body: Json,
): Promise<ReadonlySet<string>> => {
  const { json } = withStatus(await subject.service.send('POST', path, { body }), 200)
  return new Set(items(members(json)['content']).map((option) => idText(members(option))))
}

// ---------- option sources ----------

interface Source {
  readonly key: string
  readonly path: string
  /** The fields of the response whose values are ids of its options. */
  readonly fields: readonly Field[]
  /** Undefined if no field publishes the source. */
  readonly description: Json | undefined
}

const sourcesOf = ({ resource }: Subject): readonly Source[] =>
  resource.endpoints.flatMap(({ path, method }) => {
    const match = /\/option-sources\/([^/]+)\/options\/filter$/.exec(path)
    if (!match || method !== 'POST') return []
    const fields = resource.fields.filter(
      ({ optionSource }) => optionSource?.['filterEndpoint'] === path,
    )
    const key = decodeURIComponent(match[1]!)
    return [{ key, path, fields, description: fields[0]?.optionSource }]
  })

const sourceSize = ({ description }: Source): number => {
  const size = description?.['pageSize']
  return typeof size === 'number' ? size : 20
}

/** These offer every value of the rows; others leave related rows out that are not visible. */
const complete = new Set(['DISTINCT_DIMENSION', 'CATEGORICAL_BUCKET'])

const sourceCases = (source: Source): readonly Case[] => {
  const requireOpen = () => {
    if (source.description?.['requireDependencies'] === true) {
      throw new NotJudged('The option source needs values of other fields.')
    }
  }
  const read = (subject: Subject) =>
    readOptions(subject, source.path, { filter: subject.base }, sourceSize(source))
  return [
    optionCase(
      `the option source '${source.key}' has distinct options and a true total`,
      async (subject) => {
        requireOpen()
        await read(subject)
      },
    ),
    optionCase(`the options of '${source.key}' are found by their ids`, async (subject) => {
      requireOpen()
      const { rows } = await read(subject)
      const path = source.path.replace(/filter$/, 'by-ids')
      await demandByIds(subject, path, subject.random.some(rows, 3))
    }),
    ...source.fields.map(({ name }) =>
      optionCase(
        `the option source '${source.key}' has each '${name}' of the rows`,
        async (subject) => {
          requireOpen()
          if (!complete.has(String(source.description?.['type']))) {
            throw new NotJudged(
              `A source of the type ${source.description?.['type']} may leave values out.`,
            )
          }
          const values = subject.rows.map((row) => row[name]).filter((value) => value !== null)
          const { ids } = await read(subject)
          const offered = new Set(ids)
          const missing = values.find((value) => !offered.has(String(value)))
          demand(missing === undefined, `The option ${missing} is missing.`)
        },
      ),
    ),
  ]
}

export const deriveOptions: Derive = (subject) => [
  ...(subject.resource.operations.has('options') ? ownCases : []),
  ...sourcesOf(subject).flatMap(sourceCases),
]
