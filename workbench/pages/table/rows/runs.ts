/** Finds where the value of a field changes in a sequence of rows. */
import type { Row } from '../../../service/records.js'

/** Rows with the same value, one after another. */
export interface Run {
  /** Index of the first row. */
  readonly start: number
  readonly first: Row
}

/** Compares and prints the key of a group. */
export const keyId = (key: unknown): string => JSON.stringify(key ?? null)

export const runsOf = (rows: readonly Row[], field: string | undefined): readonly Run[] => {
  if (field === undefined) return []
  return rows.flatMap((first, start) =>
    start > 0 && keyId(rows[start - 1]![field]) === keyId(first[field]) ? [] : [{ start, first }],
  )
}

/** Joins the runs of parts of a sequence. A run may go on in the next part. */
export const joinRuns = (
  parts: readonly { readonly start: number; readonly runs: readonly Run[] }[],
  field: string | undefined,
): readonly Run[] => {
  const joined: Run[] = []
  for (const { start, runs } of parts) {
    for (const { start: within, first } of runs) {
      const isSame = keyId(joined.at(-1)?.first[field!]) === keyId(first[field!])
      if (joined.length === 0 || !isSame) joined.push({ start: start + within, first })
    }
  }
  return joined
}
