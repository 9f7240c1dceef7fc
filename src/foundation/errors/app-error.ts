/**
 * The error that becomes a response, and the catalogue of its messages. Each text is in one of
 * the `*-errors.ts` files of this folder, by stage of a request.
 */
import { defined } from '../json/defined.js'
import { fillPlaceholders, Phrase, placeholdersOf, type TextValues } from '../text/placeholders.js'
import { accessErrors } from './access-errors.js'
import { actionErrors } from './action-errors.js'
import { batchErrors } from './batch-errors.js'
import { discoveryErrors } from './discovery-errors.js'
import { type ErrorCode, errorTable } from './error-codes.js'
import type { ArgumentsFor, ErrorMessage, MessageParameters } from './error-message.js'
import { fileErrors } from './file-errors.js'
import { filterErrors } from './filter-errors.js'
import { importErrors } from './import-errors.js'
import { mcpErrors } from './mcp-errors.js'
import { readErrors } from './read-errors.js'
import { requestErrors } from './request-errors.js'
import { serviceErrors } from './service-errors.js'
import { statsErrors } from './stats-errors.js'
import { viewErrors } from './view-errors.js'
import { writeErrors } from './write-errors.js'

export const errorMessages = {
  ...requestErrors,
  ...accessErrors,
  ...filterErrors,
  ...readErrors,
  ...statsErrors,
  ...writeErrors,
  ...actionErrors,
  ...batchErrors,
  ...importErrors,
  ...fileErrors,
  ...discoveryErrors,
  ...viewErrors,
  ...mcpErrors,
  ...serviceErrors,
}

export type ErrorMessageName = keyof typeof errorMessages

declare const isFromCatalogue: unique symbol

/** A message that `problem` made. The brand keeps free texts out of errors. */
export type ErrorText = Phrase & { readonly [isFromCatalogue]: true }

/** One item of an error response. */
export interface Problem {
  readonly code: ErrorCode
  readonly message: ErrorText
  /** Dotted path of the wrong member. */
  readonly target?: string
  readonly properties?: Readonly<Record<string, unknown>>
}

const targetOf = ({ target }: ErrorMessage, values: TextValues): string | undefined => {
  if (target === undefined) return undefined
  const isComplete = placeholdersOf(target).every((name) => values[name] !== undefined)
  return isComplete ? fillPlaceholders(target, values) : undefined
}

const propertiesOf = (
  { reason, properties }: ErrorMessage,
  values: TextValues,
): Problem['properties'] =>
  reason === undefined && properties === undefined
    ? undefined
    : defined({
        reason,
        ...Object.fromEntries((properties ?? []).map((key) => [key, values[key]])),
      })

/** Fills in a message of the catalogue. */
export const problem = <Name extends ErrorMessageName>(
  name: Name,
  ...parameters: ArgumentsFor<MessageParameters<(typeof errorMessages)[Name]>>
): Problem => {
  const message: ErrorMessage = errorMessages[name]
  const [values = {}] = parameters as [TextValues?]
  const target = targetOf(message, values)
  const properties = propertiesOf(message, values)
  return {
    code: message.code,
    message: new Phrase(message.text, values) as ErrorText,
    ...(target === undefined ? {} : { target }),
    ...(properties ? { properties } : {}),
  }
}

export interface AppErrorOptions {
  readonly cause?: unknown
  /** Response headers that the code requires, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error that a client receives. Its first problem gives the code and the status of the response.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Each becomes one item of the response. */
  readonly problems: readonly Problem[]
  readonly headers: Readonly<Record<string, string>>
  /** The message, which can be printed in other languages. */
  readonly text: ErrorText

  constructor(
    problems: Problem | readonly Problem[],
    { cause, headers = {} }: AppErrorOptions = {},
  ) {
    const all = [problems].flat()
    const [first] = all
    if (!first) throw new RangeError('an AppError has at least one problem')
    super(first.message.toString(), { cause })
    this.problems = all
    this.code = first.code
    this.text = first.message
    this.headers = headers
  }

  get status(): number {
    return errorTable[this.code].status
  }
}
