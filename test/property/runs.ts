/** The number of runs of each property, and their seed. */
import fc from 'fast-check'
import { effort, seed } from '../support/effort.js'

/**
 * Runs of each main property in all its batches together; `FAST_CHECK_RUNS` sets another number.
 */
export const numRuns = Number(process.env['FAST_CHECK_RUNS'] ?? effort(20, 500))

/** Each batch has its own rows. */
export const batches = [0, 1, 2, 3] as const

/** Part of the test names, so that a failure names the seed. */
export const named = batches.map((batch) => [batch, seed] as const)

export const sampleOf = <T>(arbitrary: fc.Arbitrary<T>, batch: number): T =>
  fc.sample(arbitrary, { numRuns: 1, seed: seed + batch })[0]!

export const holdsAlways = async <T>(
  batch: number,
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
): Promise<void> => {
  await fc.assert(fc.asyncProperty(arbitrary, check), {
    numRuns: Math.ceil(numRuns / batches.length),
    seed: seed + batch,
    endOnFailure: false,
  })
}
