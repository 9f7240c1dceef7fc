/** The number of runs of each property, and their seed. */
import fc from 'fast-check'

/**
 * Runs of each main property in all its batches together; `FAST_CHECK_RUNS` sets another number.
 * The nightly run uses 500.
 */
export const numRuns = Number(process.env['FAST_CHECK_RUNS'] ?? 100)

/** Determines rows and requests; `FAST_CHECK_SEED` repeats a failure. */
export const seed = Number(process.env['FAST_CHECK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Each batch has its own rows. */
export const batches = [0, 1, 2, 3] as const

/** Part of the test names, so that a failure names the seed. */
export const named = batches.map((batch) => [batch, seed] as const)

/** Milliseconds; generous, for machines under load. */
export const timeoutMs = 120_000

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
