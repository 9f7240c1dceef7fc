/** A case: one promise of the contract, tried on one resource. */
import type { Subject } from '../subject.js'
import type { Area } from '../verdicts.js'

export interface Case {
  readonly area: Area
  readonly title: string
  /**
   * Runs against the rows of the subject, which may be newer than those the case was made from.
   * @throws Deviation if the service deviates, NotJudged if the case cannot be judged
   */
  readonly run: (subject: Subject) => Promise<void>
}

export type Derive = (subject: Subject) => readonly Case[]

/** Names the cases of one area. */
export const casesOf =
  (area: Area) =>
  (title: string, run: Case['run']): Case => ({ area, title, run })
