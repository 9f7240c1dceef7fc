/** Runs the code of an action: reads its request, calls it, and prints its response. */
import { stringify } from 'lossless-json'
import { nullText } from '../../model/kinds/kinds.js'
import { sentValueOf } from '../../model/stored-value.js'
import type { ActionModel, WriteField, WriteShapeModel } from '../../model/types/resource-model.js'
import type { Limits, ReadContext } from '../context.js'
import { awaitWrites, finishWrites, type Work } from '../work/work.js'
import { sentValuesOf } from '../write/before-write.js'
import { readBody } from '../write/read-body.js'

/** Members of a request or response, by name. */
export type Values = Readonly<Record<string, unknown>>

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

/** The members as the action sees them: a member that was left out has its default, or is null. */
export const readRequest = (
  { resource, filterSettings }: ReadContext & Limits,
  { request }: ActionModel,
  body: unknown,
): Values => {
  const { assignments } = readBody(
    { ...resource, response: new Map() },
    request,
    body === undefined ? {} : body,
    filterSettings,
  )
  return sentValuesOf(assignments)
}

/**
 * The declared members and no others.
 *
 * @throws Error for a result that differs from the declaration
 */
export const responseJson = (
  { id }: ActionModel,
  { fields }: WriteShapeModel,
  result: unknown,
): string => {
  const values = (result ?? {}) as Values
  const members = [...fields.values()].flatMap((field) =>
    field.type === 'column'
      ? [[field.name, responseValue(id, field, values[field.name] ?? null)]]
      : [],
  )
  return stringify(Object.fromEntries(members))!
}

/** The value as a record shows it. */
const responseValue = (
  action: string,
  { name, column, reader }: Extract<WriteField, { readonly type: 'column' }>,
  value: unknown,
): unknown => {
  if (value === null && column.nullable) return null
  const isNull = value === null && nullText(column) === null
  const reading = isNull ? { fault: 'must not be null' } : reader.read(value, 'UTC')
  if ('parameter' in reading) return sentValueOf(reading.parameter, column)
  throw new Error(`The action '${action}' returned an invalid '${name}': it ${reading.fault}`)
}
