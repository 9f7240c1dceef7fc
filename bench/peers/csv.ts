/** Prints rows as CSV, for the peers, which have no exports of their own. */

const mustQuote = /["\r\n,]/

const print = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  return mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const rowsOfChunk = 500

/** Prints chunks of some hundred rows. The first chunk starts with the names. */
export async function* writeCsv(
  names: readonly string[],
  rows: AsyncIterable<object>,
): AsyncGenerator<string> {
  let text = `${names.join(',')}\r\n`
  let count = 0
  for await (const row of rows) {
    const values = row as Readonly<Record<string, unknown>>
    text += `${names.map((name) => print(values[name])).join(',')}\r\n`
    if (++count % rowsOfChunk > 0) continue
    yield text
    text = ''
  }
  yield text
}
