/**
 * The rows of a resource that cases are judged by. They are read once; a resource with more rows
 * than a run may read is narrowed by a filter, and cases apply to the rows within it.
 */
import type { Resource } from './catalog.js'
import { type Criterion, type Facts, meets, type Truth } from './criteria.js'
import type { Json } from './json.js'
import { type CriterionMember, judgedMembers, operandsOf } from './operands.js'
import { idOf, type Page, type Reader, type Row, readAll, readPage } from './pages.js'
import type { Random } from './random.js'
import { demandSequence, NotJudged } from './verdicts.js'

export interface Subject extends Reader {
  readonly contextPath: string
  readonly random: Random
  readonly facts: Facts
  readonly maxRows: number
  /** Narrows the resource to the rows; `{}` if they are all. */
  readonly base: Json
  readonly baseMember: CriterionMember | undefined
  /** In the default order. */
  readonly rows: readonly Row[]
  readonly total: number
  readonly dataVersion: string | null
}

export interface SubjectOptions
  extends Pick<Subject, 'service' | 'contextPath' | 'random' | 'maxRows'> {
  readonly resource: Resource
  readonly zone: string | undefined
}

/** @throws NotJudged if the caller may not read the rows, or no filter selects few enough */
export const readSubject = async (options: SubjectOptions): Promise<Subject> => {
  const { zone, ...reader } = options
  const facts = { now: Date.now(), zone }
  await requireAccess(options)
  const sample = await readPage(reader, {}, { size: options.resource.pageSize })
  const base = sample.total <= options.maxRows ? {} : await narrow(options, facts, sample)
  const [name] = Object.keys(base)
  const all = await readAll(reader, base)
  return {
    ...reader,
    ...{ facts, base },
    baseMember: judgedMembers(options.resource).find((member) => member.name === name),
    rows: all.rows,
    total: all.total,
    dataVersion: all.exchange.headers.get('x-data-version'),
  }
}

const requireAccess = async ({ service, resource }: SubjectOptions): Promise<void> => {
  const { status } = await service.send('POST', `${resource.path}/filter?size=1`, { body: {} })
  if (status === 401 || status === 403) {
    throw new NotJudged(`This caller may not read it; the service returned ${status}.`)
  }
}

/** Requests that search for a filter that narrows a resource. */
const maxProbes = 40

/** The filter with the most rows of those that a run may read. */
const narrow = async (options: SubjectOptions, facts: Facts, sample: Page): Promise<Json> => {
  const { resource, random, maxRows } = options
  const filters = judgedMembers(resource).flatMap((member) =>
    operandsOf(member, sample.rows, random, facts).map((operand) => ({ [member.name]: operand })),
  )
  const found: { readonly filter: Json; readonly total: number }[] = []
  for (const filter of random.some(filters, maxProbes)) {
    const { total } = await readPage(options, filter, { size: 1 })
    if (total > 0 && total <= maxRows) found.push({ filter, total })
  }
  const best = found.sort((a, b) => b.total - a.total)[0]
  if (best) return best.filter
  throw new NotJudged(
    `It has ${sample.total} rows, more than the ${maxRows} of --max-rows, and no filter that was tried selects fewer.`,
  )
}

/** @throws NotJudged if the rows are not all that the resource has */
export const requireAllRows = ({ base }: Pick<Subject, 'base'>): void => {
  if (Object.keys(base).length > 0) throw new NotJudged('It has more rows than --max-rows.')
}

export const idsOf = ({ resource }: Pick<Subject, 'resource'>, rows: readonly Row[]) =>
  rows.map((row) => idOf(resource, row))

/** The id of a row. @throws NotJudged if there is none */
export const anyId = (subject: Pick<Subject, 'resource' | 'rows'>): string => {
  const [id] = idsOf(subject, subject.rows.slice(0, 1))
  if (id === undefined) throw new NotJudged('It has no rows.')
  return id
}

/** Compares rows by their ids, in order. */
export const demandRows = (
  subject: Pick<Subject, 'resource'>,
  what: string,
  actual: readonly Row[],
  expected: readonly Row[],
): void => demandSequence(what, idsOf(subject, actual), idsOf(subject, expected))

export interface Selection {
  readonly filter: Json
  readonly truths: readonly Truth[]
}

/** What a criterion selects of the rows, within the base filter. */
export const select = (subject: Subject, criterion: Criterion): Selection => ({
  filter: { ...subject.base, [criterion.member.name]: criterion.operand },
  truths: subject.rows.map((row) => meets(row, criterion, subject.facts)),
})

/** The rows that a selection includes, if the outcome of every row is known. */
const decidedRows = (subject: Subject, { truths }: Selection): readonly Row[] | undefined =>
  truths.includes(undefined) ? undefined : subject.rows.filter((_, index) => truths[index])

interface Division {
  readonly filter: Json
  readonly rows: readonly Row[]
}

/** A criterion that selects some of the rows and not all, and whose outcome is known. */
export const dividingSelection = (subject: Subject): Division | undefined => {
  const { resource, random, rows, facts, baseMember } = subject
  const candidates = judgedMembers(resource)
    .filter((member) => member.name !== baseMember?.name)
    .flatMap((member) =>
      operandsOf(member, rows, random, facts).flatMap((operand) => {
        const selection = select(subject, { member, operand })
        const chosen = decidedRows(subject, selection)
        const divides = chosen && chosen.length > 0 && chosen.length < rows.length
        return divides ? [{ filter: selection.filter, rows: chosen }] : []
      }),
    )
  return candidates.length === 0 ? undefined : random.pick(candidates)
}

/** @throws NotJudged if there is no such criterion */
export const requireDivision = (subject: Subject): Division => {
  const division = dividingSelection(subject)
  if (!division) throw new NotJudged('No filter divides the rows.')
  return division
}
