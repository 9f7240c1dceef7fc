/** The number of generated cases: a sample by default, all of them in the nightly run. */

/** True in `npm run test:nightly`. */
export const isNightly = process.env['TEST_NIGHTLY'] !== undefined

/** A count for the default run and one for the nightly run. */
export const effort = (usual: number, nightly: number): number => (isNightly ? nightly : usual)

const seedOfRun = (): number => {
  const given = process.env['FAST_CHECK_SEED']
  if (given) return Number(given)
  return isNightly ? Math.floor(Math.random() * 2 ** 31) : 20_260_101
}

/**
 * Random rows and requests follow from this seed. The default run always has the same one, the
 * nightly run a new one. Test titles contain it; `FAST_CHECK_SEED` repeats a run.
 */
export const seed = seedOfRun()

/** Integers from 0 to below a limit. They follow from a start, such as the seed of the run. */
export const randomsFrom = (start: number): ((limit: number) => number) => {
  let state = start
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}
