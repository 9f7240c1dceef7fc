/** Collects the problems of a request for statistics, and reads its simple members. */
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import { parseDay } from '../foundation/time/zoned-time.js'
import { toDay } from './calendar.js'

/** Collects all problems, so that a client can correct them at once. */
export class Problems {
  readonly #problems: Problem[] = []

  add(found: Problem): undefined {
    this.#problems.push(found)
    return undefined
  }

  /** @throws AppError STATS_REQUEST_INVALID */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new AppError(this.#problems)
  }
}

export const oneOf = <T extends string>(
  sent: string | undefined,
  accepted: readonly T[],
  target: string,
  problems: Problems,
): T | undefined => {
  const found = accepted.find((value) => value === sent?.toUpperCase())
  return found ?? problems.add(problem('statsValueUnknown', { target, accepted }))
}

/** Reads an integer from 1 to the limit. */
export const readCount = (
  sent: number | undefined,
  target: string,
  limit: number,
  problems: Problems,
): number | undefined => {
  if (sent === undefined) return undefined
  if (Number.isInteger(sent) && sent >= 1 && sent <= limit) return sent
  return problems.add(problem('statsCountInvalid', { target, limit }))
}

/** Reads a day, as its number since 1970-01-01. */
export const readDay = (
  sent: string | undefined,
  target: string,
  problems: Problems,
): number | undefined => {
  if (sent === undefined || sent === '') return undefined
  return parseDay(sent) === undefined
    ? problems.add(problem('statsDayInvalid', { target }))
    : toDay(sent)
}
