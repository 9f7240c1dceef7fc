/**
 * Tools that write. A call without a confirmation is a dry run: it returns what would happen, and
 * the confirmation with which the same call does it.
 */
import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { canonicalJson } from '../../foundation/json/canonical-json.js'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-object.js'
import { anyObject } from '../../wire/forms.js'
import { dryRunHeader } from '../../wire/headers.js'
import { type Command, pathOf } from '../catalog.js'
import { type Confirmed, validMinutes } from '../confirmations.js'
import { commandOf } from '../describe.js'
import { recordOf } from '../result.js'
import { questionOf } from './question.js'
import { idMember, resourceMember } from './read-tools.js'
import { defineTool, type Tool, type ToolContext } from './tool.js'
import { readTargets, type WriteRequest } from './write-targets.js'

const confirmation = Type.Optional(
  Type.String({
    description:
      'The confirmation that the same call without this member returned. Without it nothing is written.',
  }),
)
const data = Type.Unsafe<Record<string, unknown>>({
  ...anyObject,
  description: 'The body; describe_resource with the operation returns its schema.',
})

const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false }
const twoSteps =
  'The first call is a dry run, which returns what would change and a confirmation; the same call with the confirmation writes. Show the user what would change in between.'

interface WriteInput {
  readonly resource: string
  /** Name of the command. */
  readonly operation: string
  readonly id?: string | number | undefined
  readonly data?: JsonObject | undefined
  readonly confirmation?: string | undefined
}

const write = async (
  tool: Command['tool'],
  input: WriteInput,
  context: ToolContext,
): Promise<JsonObject> => {
  const request = await requestOf(tool, input, context)
  if (input.confirmation === undefined) return tryFirst(request, context)
  const confirmed = context.confirmations.open(factsOf(request), input.confirmation)
  return execute(request, confirmed, context)
}

/** @throws AppError SCHEMA_NOT_FOUND, REQUEST_PAYLOAD_INVALID */
const requestOf = async (
  tool: Command['tool'],
  { resource, operation, id, data }: WriteInput,
  { catalog }: ToolContext,
): Promise<WriteRequest> => {
  const entry = await catalog.resource(resource)
  const { commands } = await catalog.offer(entry)
  const ofTool = commands.filter((command) => command.tool === tool)
  const command = commandOf(ofTool, operation)
  const isOfRecord = command.scope === 'ITEM'
  if (isOfRecord && id === undefined)
    throw new AppError(problem('mcpRecordIdMissing', { operation }))
  if (!isOfRecord && id !== undefined)
    throw new AppError(problem('mcpRecordIdUnused', { operation }))
  const path = id === undefined ? command.path : pathOf(command.path, id)
  const body = command.method === 'DELETE' ? undefined : (data ?? {})
  return { command, entry, id, path, body }
}

/** What the confirmation is bound to. */
const factsOf = ({ command: { method }, path, body }: WriteRequest) => ({ method, path, body })

/** @throws AppError NOT_SUPPORTED if the service might execute a dry run like any other request */
const tryFirst = async (request: WriteRequest, context: ToolContext): Promise<JsonObject> => {
  const { command } = request
  if (!(await context.catalog.takesDryRun(command))) {
    throw new AppError(problem('mcpDryRunUnpublished', { operation: command.name }))
  }
  const before = await readTargets(request, context)
  const confirmed: Confirmed = { tag: before.tag, digest: before.digest, key: randomUUID() }
  const result = await send(request, confirmed, true, context)
  const tried: JsonObject = { dryRun: true, ...changesBetween(before.record, result) }
  if (context.confirm === undefined) {
    return {
      ...tried,
      confirmation: context.confirmations.seal(factsOf(request), confirmed),
      next: `Nothing was written. To write, repeat the call with this confirmation within ${validMinutes} minutes.`,
    }
  }
  return (await context.confirm(questionOf(request, tried)))
    ? execute(request, confirmed, context)
    : { ...tried, next: 'Nothing was written, because the user did not accept.' }
}

const execute = async (
  request: WriteRequest,
  confirmed: Confirmed,
  context: ToolContext,
): Promise<JsonObject> => {
  if (confirmed.digest !== undefined) {
    const { digest } = await readTargets(request, context)
    if (digest !== confirmed.digest) throw new AppError(problem('confirmedRecordChanged'))
  }
  return { dryRun: false, result: await send(request, confirmed, false, context) }
}

/** @throws ApiFailure, AppError NOT_SUPPORTED if the service did not try the request */
const send = async (
  { command: { method, takesKey }, path, body }: WriteRequest,
  { tag, key }: Confirmed,
  dryRun: boolean,
  { api }: ToolContext,
): Promise<unknown> => {
  const received = await api.request<{ data?: unknown } | undefined>(method, path, {
    ...{ body, query: dryRun ? { dryRun: 'true' } : {} },
    headers: { 'if-match': tag, 'idempotency-key': takesKey ? key : undefined },
  })
  if (dryRun && received.headers[dryRunHeader.toLowerCase()] !== 'true') {
    throw new AppError(problem('mcpDryRunIgnored'))
  }
  return recordOf(received.body?.data ?? null)
}

/** The record of the result, and which of its members differ from before. */
const changesBetween = (before: unknown, after: unknown): JsonObject => {
  if (!isJsonObject(before) || !isJsonObject(after)) return { record: before, result: after }
  const changed = Object.keys(after).filter(
    (name) => name in before && canonicalJson(before[name]) !== canonicalJson(after[name]),
  )
  return {
    result: after,
    changed,
    changes: Object.fromEntries(
      changed.map((name) => [name, { before: before[name], after: after[name] }]),
    ),
  }
}

const create = defineTool({
  name: 'create_record',
  title: 'Create a record',
  description: `Creates a record. ${twoSteps}`,
  input: Type.Object({ resource: resourceMember, data, confirmation }),
  annotations: { ...writes, destructiveHint: false },
  omissible: ['result'],
  run: (input, context) => write('create_record', { ...input, operation: 'create' }, context),
})

const update = defineTool({
  name: 'update_record',
  title: 'Change a record',
  description: `Changes a record. An intent changes only the members of data; 'update' replaces all members, so members that data lacks are cleared. ${twoSteps}`,
  input: Type.Object({
    ...{ resource: resourceMember, id: idMember },
    operation: Type.String({ description: 'The name of an intent, or update.' }),
    ...{ data, confirmation },
  }),
  annotations: writes,
  omissible: ['result', 'record', 'changes'],
  run: (input, context) => write('update_record', input, context),
})

const remove = defineTool({
  name: 'delete_record',
  title: 'Delete a record',
  description: `Deletes a record. ${twoSteps}`,
  input: Type.Object({ resource: resourceMember, id: idMember, confirmation }),
  annotations: writes,
  omissible: ['result', 'record', 'changes'],
  run: (input, context) => write('delete_record', { ...input, operation: 'delete' }, context),
})

const perform = defineTool({
  name: 'perform_action',
  title: 'Perform a workflow action',
  description: `Performs a workflow action: on one record with id, or on those that data names. ${twoSteps}`,
  input: Type.Object({
    resource: resourceMember,
    action: Type.String({ description: 'The name of the action.' }),
    id: Type.Optional(idMember),
    data: Type.Optional(data),
    confirmation,
  }),
  annotations: writes,
  omissible: ['result', 'record', 'changes'],
  run: ({ action, ...input }, context) =>
    write('perform_action', { ...input, operation: action }, context),
})

export const writeTools: readonly Tool[] = [create, update, remove, perform]
