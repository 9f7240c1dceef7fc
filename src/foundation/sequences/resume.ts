/**
 * Continues a sequence whose first item was already read. When the reader stops, the sequence ends.
 */
export async function* resume<T>(
  first: IteratorResult<T>,
  rest: AsyncGenerator<T>,
): AsyncGenerator<T> {
  try {
    if (first.done) return
    yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
