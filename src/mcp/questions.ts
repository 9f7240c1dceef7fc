/**
 * Questions to the person who uses an agent, where its program can show them: elicitation of MCP.
 * They need a transport on which the server sends requests, too.
 *
 * https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
import { ClientGone } from '../foundation/execution/client-gone.js'
import type { Signal } from '../foundation/execution/signal.js'
import { isJsonObject, type JsonObject } from '../foundation/json/json-object.js'

/** Asks for a decision. Returns true if the person accepts. */
export type Confirm = (question: string, signal: Signal) => Promise<boolean>

/** An empty capability means forms, for clients that know nothing else. */
const showsForms = (elicitation: unknown): boolean =>
  isJsonObject(elicitation) && ('form' in elicitation || Object.keys(elicitation).length === 0)

export class Questions {
  readonly #send: (message: JsonObject) => void
  readonly #waiting = new Map<unknown, (isAccepted: boolean) => void>()
  #isSupported = false
  #isClosed = false
  #count = 0

  constructor(send: (message: JsonObject) => void) {
    this.#send = send
  }

  /** Undefined if the program of the agent does not show questions. */
  get confirm(): Confirm | undefined {
    return this.#isSupported ? (question, signal) => this.#ask(question, signal) : undefined
  }

  /** Reads what the client supports from `initialize`, and responses to questions. */
  receive(message: unknown): void {
    if (!isJsonObject(message)) return
    const { id, method, params, result } = message
    if (method === 'initialize') {
      const capabilities = isJsonObject(params) ? params['capabilities'] : undefined
      this.#isSupported = isJsonObject(capabilities) && showsForms(capabilities['elicitation'])
    }
    if (method !== undefined) return
    this.#waiting.get(id)?.(isJsonObject(result) && result['action'] === 'accept')
  }

  /** Nobody responds any more, so no question is accepted. */
  close(): void {
    this.#isClosed = true
    for (const respond of this.#waiting.values()) respond(false)
  }

  async #ask(message: string, signal: Signal): Promise<boolean> {
    if (this.#isClosed) return false
    if (signal.aborted) throw new ClientGone()
    const id = `question-${++this.#count}`
    const requestedSchema = { type: 'object', properties: {} }
    let cancel = (): void => undefined
    try {
      return await new Promise((resolve, reject) => {
        cancel = () => reject(new ClientGone())
        signal.addEventListener('abort', cancel)
        this.#waiting.set(id, resolve)
        const params = { message, requestedSchema }
        this.#send({ jsonrpc: '2.0', id, method: 'elicitation/create', params })
      })
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#waiting.delete(id)
    }
  }
}
