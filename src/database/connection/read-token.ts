/**
 * What a client has seen, as it sends it back: a history of the log and a place in it, in 24
 * hexadecimal digits. As texts, tokens have the order of what they stand for.
 */
import { digitsOf, type LogPosition } from './log-position.js'

export type ReadToken = string

export const tokenOf = (timeline: number, position: LogPosition): ReadToken =>
  `${timeline.toString(16).padStart(8, '0')}${digitsOf(position)}`

export const timelineOfToken = (token: ReadToken): number => Number.parseInt(token.slice(0, 8), 16)

export const positionOfToken = (token: ReadToken): LogPosition =>
  `${token.slice(8, 16)}/${token.slice(16)}`

/** The latest token of a request: what its reads must have seen, and what its response says. */
export class LatestToken {
  readonly #report: (token: ReadToken) => void
  #value: ReadToken | undefined

  /** @param sent that of the request */
  constructor(sent: ReadToken | undefined, report: (token: ReadToken) => void) {
    this.#value = sent
    this.#report = report
  }

  get value(): ReadToken | undefined {
    return this.#value
  }

  /** A statement of the request has seen this, or written it. */
  add(token: ReadToken): void {
    if (this.#value === undefined || token > this.#value) this.#value = token
    this.#report(this.#value)
  }
}
