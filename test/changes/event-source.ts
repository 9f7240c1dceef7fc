/** Reads a stream of server-sent events from a service on a port. */

export interface ServerEvent {
  readonly type: string
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response
  readonly data: any
}

export interface OpenStream {
  /** Resolves with the next event. */
  next(): Promise<ServerEvent>
  /** Reads what was not read, after `isPaused`. */
  resume(): void
  /** Cuts the connection. */
  cut(): void
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  /** Number of events. */
  readonly received: number
  /** The id after everything that was received. */
  readonly lastId: string | undefined
}

interface StreamOptions {
  readonly caller?: string
  readonly lastEventId?: string | undefined
  /** Nothing is read until `resume`. */
  readonly isPaused?: boolean
}

/** @throws Error for a response other than 200 */
export const openStream = async (
  url: string,
  { caller, lastEventId, isPaused = false }: StreamOptions = {},
): Promise<OpenStream> => {
  const controller = new AbortController()
  const response = await fetch(url, {
    headers: {
      accept: 'text/event-stream',
      ...(caller === undefined ? {} : { authorization: `Bearer ${caller}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const events: ServerEvent[] = []
  const waiting: ((event: ServerEvent) => void)[] = []
  let lastId: string | undefined
  let received = 0
  const read = async (): Promise<void> => {
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => {
            const at = line.indexOf(':')
            return [line.slice(0, at), line.slice(at + 1).trim()] as const
          }),
        )
        lastId = fields.get('id') ?? lastId
        const type = fields.get('event')
        if (type === undefined) continue
        const event = { type, id: lastId!, data: JSON.parse(fields.get('data')!) }
        received++
        const resolve = waiting.shift()
        if (resolve) resolve(event)
        else events.push(event)
      }
    }
  }
  let resume = (): void => undefined
  const started = isPaused ? new Promise<void>((resolve) => (resume = resolve)) : undefined
  const ended = Promise.resolve(started)
    .then(read)
    .catch(() => undefined)
  return {
    next: () =>
      new Promise((resolve) => {
        const event = events.shift()
        if (event) resolve(event)
        else waiting.push(resolve)
      }),
    resume: () => resume(),
    cut: () => controller.abort(),
    ended,
    get received() {
      return received
    },
    get lastId() {
      return lastId
    },
  }
}
