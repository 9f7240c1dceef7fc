/** Filter operations against the rows: what a criterion means, what null does, what is blank. */
import type { Member } from '../catalog.js'
import { judgedMembers, obstacle, operandsOf } from '../operands.js'
import { idOf, type Page, type Row, readAll, readPage } from '../pages.js'
import {
  demandRows,
  idsOf,
  requireDivision,
  type Selection,
  type Subject,
  select,
} from '../subject.js'
import { demand, demandEqual, NotJudged } from '../verdicts.js'
import { type Case, casesOf, type Derive } from './case.js'

const filterCase = casesOf('filters')
const nullCase = casesOf('nulls')

/** Undecided rows may be there or not; the others must agree, in the order of the list. */
const demandSelected = (subject: Subject, { truths }: Selection, { rows, total }: Page): void => {
  const { resource } = subject
  const found = new Set(idsOf(subject, rows))
  for (const [index, row] of subject.rows.entries()) {
    const truth = truths[index]
    const id = idOf(resource, row)
    demand(truth !== true || found.has(id), `Row ${id} matches, but is not in the response.`)
    demand(truth !== false || !found.has(id), `Row ${id} is in the response, but does not match.`)
  }
  const expected = subject.rows.filter((row) => found.has(idOf(resource, row)))
  demandRows(subject, 'The rows that match', rows, expected)
  demandEqual('totalElements', total, rows.length)
}

const criterionCase =
  (subject: Subject) =>
  ({ member, operand }: Parameters<typeof select>[1]): Case => {
    const title = `'${member.name}' (${member.operation}) ${JSON.stringify(operand)} selects the rows that match`
    const isAboutNull = member.operation === 'IS_NULL' || member.operation === 'IS_NOT_NULL'
    const isNegative = member.operation.includes('NOT_') && member.target.nullable
    const name = isAboutNull || isNegative ? nullCase : filterCase
    return name(title, async (current) => {
      if (member.name === subject.baseMember?.name) {
        throw new NotJudged('A filter by this member narrows the rows of the run.')
      }
      const selection = select(current, { member, operand })
      demandSelected(current, selection, await readAll(current, selection.filter))
    })
  }

const skippedCase = (member: Member, reason: string): Case =>
  filterCase(`'${member.name}' selects the rows that match`, async () => {
    throw new NotJudged(`A filter member cannot be judged: ${reason}.`)
  })

const blankOperands: readonly unknown[] = [null, []]

const blankCase = filterCase('blank members do nothing', async (subject) => {
  const { resource, base } = subject
  const lists = new Set(['IN', 'BETWEEN', 'BETWEEN_EXCLUSIVE', 'NOT_BETWEEN', 'OUTSIDE_RANGE'])
  for (const operand of blankOperands) {
    const blank = resource.members
      .filter(
        ({ name, operation }) =>
          !(name in base) && (operand === null || lists.has(operation ?? '')),
      )
      .map(({ name }) => [name, operand])
    const { total } = await readPage(
      subject,
      { ...Object.fromEntries(blank), ...base },
      { size: 1 },
    )
    demandEqual('totalElements', total, subject.total)
  }
})

const combinedCase = filterCase(
  'several members select the rows that match all of them',
  async (subject) => {
    const [first, second] = [requireDivision(subject), requireDivision(subject)]
    const chosen = new Set(first.rows)
    const [name] = Object.keys(first.filter).filter((member) => !(member in subject.base))
    // The second operand of the same member replaces the first one.
    const expected =
      name! in second.filter ? second.rows : second.rows.filter((row) => chosen.has(row))
    const { rows } = await readAll(subject, { ...first.filter, ...second.filter })
    demandRows(subject, 'The rows that match both', rows, expected)
  },
)

/** A payload, its complement and both of them. */
const expressionCases: readonly Case[] = [
  filterCase('$not selects the rows that a payload does not match', async (subject) => {
    const division = requireDivision(subject)
    const chosen = new Set(division.rows)
    const { rows } = await readAll(subject, { ...subject.base, $not: division.filter })
    const others = subject.rows.filter((row) => !chosen.has(row))
    demandRows(subject, 'The rows of the complement', rows, others)
  }),
  filterCase('$or and $and select unions and intersections', async (subject) => {
    const [first, second] = [requireDivision(subject), requireDivision(subject)]
    const [a, b] = [new Set(first.rows), new Set(second.rows)]
    const demandJoined = async (name: '$or' | '$and', isChosen: (row: Row) => boolean) => {
      const filter = { ...subject.base, [name]: [first.filter, second.filter] }
      const { rows } = await readAll(subject, filter)
      demandRows(subject, `The rows of ${name}`, rows, subject.rows.filter(isChosen))
    }
    await demandJoined('$or', (row) => a.has(row) || b.has(row))
    await demandJoined('$and', (row) => a.has(row) && b.has(row))
  }),
]

export const deriveFilters: Derive = (subject) => {
  const { resource, rows, random, facts } = subject
  const criteria = judgedMembers(resource).flatMap((member) =>
    operandsOf(member, rows, random, facts).map((operand) => ({ member, operand })),
  )
  const skipped = resource.members.flatMap((member) => {
    const reason = obstacle(member)
    const isExpression = member.name.startsWith('$')
    return reason === undefined || isExpression ? [] : [skippedCase(member, reason)]
  })
  return [
    ...criteria.map(criterionCase(subject)),
    ...skipped,
    blankCase,
    combinedCase,
    ...(resource.hasExpressions ? expressionCases : []),
  ]
}
