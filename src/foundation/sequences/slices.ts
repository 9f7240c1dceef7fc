/** Long work in slices, between which the process does everything else. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of a slice; its last step may exceed them. */
const sliceMs = 10

/** Yields the texts of all steps of a slice together. */
export async function* inSlices<Result>(
  steps: Iterator<string, Result>,
  now: () => number = () => performance.now(),
): AsyncGenerator<string, Result> {
  for (;;) {
    const end = now() + sliceMs
    let text = ''
    let step: IteratorResult<string, Result>
    do {
      step = steps.next()
      if (step.done) break
      text += step.value
    } while (now() < end)
    yield text
    if (step.done) return step.value
    await setImmediate()
  }
}
