/** Node sends a shorter text in one piece with the head. */
const partLength = 32_768

/** UTF-8 takes at most as many bytes for a character of a text. */
const maxCharacterBytes = 3
const slackBytes = partLength * maxCharacterBytes

/**
 * A body that is printed in parts. A large one is encoded part by part: a text of thousands of
 * parts is made of objects that every collection copies until the text is sent.
 */
export class PrintedBody {
  #text = ''
  #encoded: Buffer | undefined
  #length = 0
  /** The share of the body that is printed; undefined if it is unknown. */
  #done: number | undefined

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= partLength) this.#encode()
  }

  /** Adds a JSON array of the JSON texts of the items. */
  addList<Item>(items: readonly Item[], print: (item: Item, index: number) => string): void {
    let separator = '['
    for (let index = 0; index < items.length; index++) {
      this.#done = (index + 1) / items.length
      this.add(`${separator}${print(items[index]!, index)}`)
      separator = ','
    }
    this.add(items.length === 0 ? '[]' : ']')
  }

  end(): string | Buffer {
    if (!this.#encoded) return this.#text
    this.#encode()
    return this.#encoded.subarray(0, this.#length)
  }

  #encode(): void {
    const most = this.#length + this.#text.length * maxCharacterBytes
    if (!this.#encoded || this.#encoded.length < most) {
      const printed = this.#length + this.#text.length
      const rest = this.#done === undefined ? printed : printed / this.#done - printed
      // A little more saves a copy.
      const encoded = Buffer.allocUnsafeSlow(most + Math.ceil(1.1 * rest) + slackBytes)
      this.#encoded?.copy(encoded, 0, 0, this.#length)
      this.#encoded = encoded
    }
    this.#length += this.#encoded.write(this.#text, this.#length)
    this.#text = ''
  }
}
