/** What a grid requests and the service has nothing for. */

export interface Problem {
  /** Id of the column, or ids separated by commas. */
  readonly column: string
  /** What was requested of the column, such as `contains`, `sort` or `sum`. */
  readonly operator: string
  readonly message: string
}

/** A request of a grid that was not sent, because its result would not be what the grid shows. */
export class GridRequestError extends Error {
  override readonly name = 'GridRequestError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ message }) => message).join(' '))
    this.problems = problems
  }
}
