/** Progress: one line that is overwritten on a terminal, otherwise a line every few seconds. */
let shownAt = 0

export const showProgress = (text: string): void => {
  const line = `${elapsed()} ${text}`
  if (process.stdout.isTTY) process.stdout.write(`\r${line}\u001b[K`)
  else if (performance.now() - shownAt > 10_000) {
    shownAt = performance.now()
    console.error(line)
  }
}

/** Since the start of the process: `3:07`. */
const elapsed = (): string => {
  const seconds = Math.floor(performance.now() / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const print = (line: string): void => {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  console.log(line)
}
