/**
 * A large body, as bytes. Each text is encoded as soon as it is printed: a text of thousands of
 * parts is made of objects that every collection copies until the text is sent.
 */
export class BodyBytes {
  #bytes = Buffer.allocUnsafeSlow(65_536)
  #length = 0

  add(text: string): void {
    // A character takes at most three bytes for each of its units.
    const needed = this.#length + text.length * 3
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#length += this.#bytes.write(text, this.#length)
  }

  end(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
