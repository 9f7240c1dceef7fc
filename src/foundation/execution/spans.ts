/** Runs parts of a request as spans of their own. */
export interface Spans {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** The span lasts until the sequence ends, or its consumer stops. */
  stream<T>(name: string, work: AsyncGenerator<T>): AsyncGenerator<T>
}

/** For requests that are not traced: runs the work without a span. */
export const noSpans: Spans = {
  run: (_name, work) => work(),
  stream: (_name, work) => work,
}
