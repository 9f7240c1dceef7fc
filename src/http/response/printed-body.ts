import { release } from '../../foundation/release.js'

/** Node sends a shorter text in one piece with the head. */
const partLength = 32_768

/**
 * A body that is printed in parts. A large one is encoded part by part: a text of thousands of
 * parts is made of objects that every collection copies until the text is sent.
 */
export class PrintedBody {
  #text = ''
  readonly #encoded: Buffer[] = []

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= partLength) this.#encode()
  }

  /** Adds a JSON array of the JSON texts of the items, and releases the items. */
  addList<Item>(items: readonly Item[], print: (item: Item) => string): void {
    let separator = ''
    this.add('[')
    for (const item of items) {
      this.add(`${separator}${print(item)}`)
      separator = ','
    }
    this.add(']')
    release(items)
  }

  end(): string | Buffer {
    if (this.#encoded.length === 0) return this.#text
    this.#encode()
    return Buffer.concat(this.#encoded)
  }

  #encode(): void {
    this.#encoded.push(Buffer.from(this.#text))
    this.#text = ''
  }
}
