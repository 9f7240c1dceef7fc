/** Collects what is wrong with a request for statistics, and reads its simple members. */
import { AppError, type Problem, problem } from '../foundation/errors/app-error.js'
import { parseDay } from '../foundation/zoned-time.js'
import { toDay } from './calendar.js'

/** Collects everything that is wrong, so that a client mends it at once. */
export class Faults {
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
  known: readonly T[],
  target: string,
  faults: Faults,
): T | undefined => {
  const found = known.find((one) => one === sent?.toUpperCase())
  return found ?? faults.add(problem('statsValueUnknown', { target, accepted: known }))
}

/** An integer from 1 to the limit. */
export const readCount = (
  sent: number | undefined,
  target: string,
  limit: number,
  faults: Faults,
): number | undefined => {
  if (sent === undefined) return undefined
  if (Number.isInteger(sent) && sent >= 1 && sent <= limit) return sent
  return faults.add(problem('statsCountInvalid', { target, limit }))
}

/** A day, as a count of days. */
export const readDay = (
  sent: string | undefined,
  target: string,
  faults: Faults,
): number | undefined => {
  if (sent === undefined || sent === '') return undefined
  return parseDay(sent) === undefined
    ? faults.add(problem('statsDayInvalid', { target }))
    : toDay(sent)
}
