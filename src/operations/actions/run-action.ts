/** Runs the code of an action, and prints its response. */
import { stringify } from 'lossless-json'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import { nullText } from '../../model/kinds/kinds.js'
import { sentValueOf } from '../../model/stored-value.js'
import type {
  ActionModel,
  ActionShapeModel,
  StructureMember,
  ValueMember,
} from '../../model/types/action-model.js'
import { awaitWrites, finishWrites, type Work } from '../work/work.js'
import type { Values } from './read-request.js'

export const runAction = async (
  work: Work,
  { id, perform }: ActionModel,
  call: object,
): Promise<unknown> => {
  const { spans, resource } = work.call
  try {
    const name = `action ${resource.key}.${id}`
    const result = await spans.run(name, async () => perform(call as never))
    await finishWrites(work)
    return result
  } catch (error) {
    await awaitWrites(work)
    throw error
  }
}

/**
 * The declared members and no others.
 *
 * @throws Error for a result that differs from the declaration
 */
export const responseJson = (
  { id }: ActionModel,
  shape: ActionShapeModel,
  result: unknown,
): string => stringify(responseMembers(id, shape, result))!

const responseMembers = (
  action: string,
  { members }: ActionShapeModel,
  result: unknown,
): Values => {
  const values = (result ?? {}) as Values
  return Object.fromEntries(
    [...members.values()].map((member) => {
      const value = values[member.name] ?? null
      return [
        member.name,
        member.type === 'structure'
          ? responseStructure(action, member, value)
          : responseValue(action, member, value),
      ]
    }),
  )
}

const responseStructure = (
  action: string,
  { name, nullable, shape, limits }: StructureMember,
  value: unknown,
): unknown => {
  if (value === null && nullable) return null
  const isList = Array.isArray(value)
  if (isList !== (limits !== undefined) || typeof value !== 'object' || value === null) {
    throw invalidMember(
      action,
      name,
      valueFault('notAccepted', { accepted: valueForm(limits ? 'list' : 'object') }),
    )
  }
  return isList
    ? value.map((item) => responseMembers(action, shape, item))
    : responseMembers(action, shape, value)
}

/** The value as a record shows it. */
const responseValue = (
  action: string,
  { name, column, reader }: ValueMember,
  value: unknown,
): unknown => {
  if (value === null && column.nullable) return null
  const isNull = value === null && nullText(column) === null
  const reading = isNull ? { fault: valueFault('null') } : reader.read(value, 'UTC')
  if ('parameter' in reading) return sentValueOf(reading.parameter, column)
  throw invalidMember(action, name, reading.fault)
}

const invalidMember = (action: string, name: string, fault: Phrase): Error =>
  new Error(`The action '${action}' returned an invalid '${name}': it ${fault}`)
