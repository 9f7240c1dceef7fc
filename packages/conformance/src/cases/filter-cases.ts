/** Filter operations against the rows: what a criterion means, what null does, what is blank. */
import type { Member } from '../catalog.js'
import { judgedMembers, obstacle, operandsOf } from '../operands.js'
import { idOf, type Page, readAll, readPage } from '../pages.js'
import { dividingSelection, idsOf, type Selection, type Subject, select } from '../subject.js'
import { demand, demandEqual, demandSequence, NotJudged } from '../verdicts.js'
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
  const order = idsOf(subject, subject.rows).filter((id) => found.has(id))
  demandSequence('The rows that match', idsOf(subject, rows), order)
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
    const [first, second] = [dividingSelection(subject), dividingSelection(subject)]
    if (!first || !second) throw new NotJudged('No filter divides the rows.')
    const ids = new Set(idsOf(subject, second.rows))
    const names = new Set([...Object.keys(first.filter), ...Object.keys(second.filter)])
    const isSame = names.size === Object.keys(first.filter).length
    const expected = isSame
      ? second.rows
      : first.rows.filter((row) => ids.has(idOf(subject.resource, row)))
    const { rows } = await readAll(subject, { ...first.filter, ...second.filter })
    demandSequence('The rows that match both', idsOf(subject, rows), idsOf(subject, expected))
  },
)

/** A payload, its complement and both of them. */
const expressionCases: readonly Case[] = [
  filterCase('$not selects the rows that a payload does not match', async (subject) => {
    const selection = dividingSelection(subject)
    if (!selection) throw new NotJudged('No filter divides the rows.')
    const chosen = new Set(idsOf(subject, selection.rows))
    const { rows } = await readAll(subject, { ...subject.base, $not: selection.filter })
    const others = idsOf(subject, subject.rows).filter((id) => !chosen.has(id))
    demandSequence('The rows of the complement', idsOf(subject, rows), others)
  }),
  filterCase('$or and $and select unions and intersections', async (subject) => {
    const [first, second] = [dividingSelection(subject), dividingSelection(subject)]
    if (!first || !second) throw new NotJudged('No filter divides the rows.')
    const [a, b] = [first, second].map(({ rows }) => new Set(idsOf(subject, rows)))
    const parts = [first.filter, second.filter]
    const all = idsOf(subject, subject.rows)
    const either = await readAll(subject, { ...subject.base, $or: parts })
    demandSequence(
      'The rows of $or',
      idsOf(subject, either.rows),
      all.filter((id) => a!.has(id) || b!.has(id)),
    )
    const both = await readAll(subject, { ...subject.base, $and: parts })
    demandSequence(
      'The rows of $and',
      idsOf(subject, both.rows),
      all.filter((id) => a!.has(id) && b!.has(id)),
    )
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
