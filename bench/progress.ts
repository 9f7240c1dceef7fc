/** Progress: one line that is overwritten on a terminal, otherwise a line every few seconds. */
let shownAt = 0

export const showProgress = (text: string): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${text}\u001b[K`)
  else if (performance.now() - shownAt > 10_000) {
    shownAt = performance.now()
    console.error(text)
  }
}

export const print = (line: string): void => {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  console.log(line)
}
