/**
 * Writes the messages of a round trip one after the other, so that they are sent at once. `pg` has
 * a buffer for each message, and each is a part of the write.
 *
 * A message is one byte, its type, then the length of the rest, which includes these four bytes.
 */
import type { Writable } from 'node:stream'
import { prepareValue } from './pg-members.js'

const codes = {
  parse: 'P'.charCodeAt(0),
  bind: 'B'.charCodeAt(0),
}

/** Describes the columns of the portal that was bound last. */
const describeMessage = Buffer.from('D\0\0\0\x06P\0', 'latin1')
/** Returns all rows of that portal. */
const executeMessage = Buffer.from('E\0\0\0\x09\0\0\0\0\0', 'latin1')
const syncMessage = Buffer.from('S\0\0\0\x04', 'latin1')

const binaryFormat = 1
/** Bytes that most round trips take at most. */
const blockSize = 16_384
/** Characters of a text that is written faster here than by a call of Node. */
const shortLength = 32

export class MessageWriter {
  #block = Buffer.allocUnsafe(blockSize)
  #at = 0

  parse(name: string, text: string): void {
    const head = this.#begin(codes.parse)
    this.#cString(name)
    this.#cString(text)
    // No types of parameters.
    this.#int16(0)
    this.#end(head)
  }

  /** Binds the unnamed portal. Its rows are texts. */
  bind(name: string, values: readonly unknown[]): void {
    const { length } = values
    const head = this.#begin(codes.bind)
    this.#cString('')
    this.#cString(name)
    this.#int16(length)
    const formats = this.#at
    this.#reserve(2 * length)
    for (let bytes = 2 * length; bytes > 0; bytes--) this.#block[this.#at++] = 0
    this.#int16(length)
    for (let index = 0; index < length; index++) {
      const value = values[index]
      const sent = typeof value === 'string' ? value : prepareValue(value)
      if (sent === null) this.#int32(-1)
      else if (typeof sent === 'string') this.#text(sent)
      else {
        this.#bytes(sent)
        this.#block[formats + 2 * index + 1] = binaryFormat
      }
    }
    // One format for all columns: text.
    this.#int16(1)
    this.#int16(0)
    this.#end(head)
  }

  describe(): void {
    this.#add(describeMessage)
  }

  execute(): void {
    this.#add(executeMessage)
  }

  sync(): void {
    this.#add(syncMessage)
  }

  /** Sends the messages since the last call. */
  sendTo(stream: Writable): void {
    stream.write(this.#block.subarray(0, this.#at))
    // Most sockets have passed the bytes on now; otherwise, the bytes must not change.
    const isSent = stream.writableLength === 0
    if (!isSent || this.#block.length > blockSize) this.#block = Buffer.allocUnsafe(blockSize)
    this.#at = 0
  }

  /** Forgets the messages that are not sent. */
  discard(): void {
    this.#at = 0
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes
    if (needed <= this.#block.length) return
    const block = Buffer.allocUnsafe(needed + (needed >> 1))
    this.#block.copy(block, 0, 0, this.#at)
    this.#block = block
  }

  /** Returns where the message begins. */
  #begin(code: number): number {
    this.#reserve(5)
    const begin = this.#at
    this.#block[begin] = code
    this.#at += 5
    return begin
  }

  #end(begin: number): void {
    this.#block.writeInt32BE(this.#at - begin - 1, begin + 1)
  }

  #add(message: Buffer): void {
    this.#reserve(message.length)
    for (let index = 0; index < message.length; index++) {
      this.#block[this.#at++] = message[index]!
    }
  }

  #int16(value: number): void {
    this.#reserve(2)
    this.#block[this.#at++] = value >>> 8
    this.#block[this.#at++] = value
  }

  #int32(value: number): void {
    this.#reserve(4)
    this.#block[this.#at++] = value >>> 24
    this.#block[this.#at++] = value >>> 16
    this.#block[this.#at++] = value >>> 8
    this.#block[this.#at++] = value
  }

  #cString(text: string): void {
    this.#characters(text)
    this.#reserve(1)
    this.#block[this.#at++] = 0
  }

  #text(text: string): void {
    this.#reserve(4)
    const length = this.#at
    this.#at += 4
    const bytes = this.#characters(text)
    this.#block.writeInt32BE(bytes, length)
  }

  #bytes(bytes: Buffer): void {
    this.#int32(bytes.length)
    this.#reserve(bytes.length)
    this.#at += bytes.copy(this.#block, this.#at)
  }

  /** Returns the number of bytes. */
  #characters(text: string): number {
    return this.#ascii(text) ? text.length : this.#utf8(text)
  }

  /** Writes a short text of ASCII characters; returns false for another one. */
  #ascii(text: string): boolean {
    const { length } = text
    if (length > shortLength) return false
    this.#reserve(length)
    const block = this.#block
    const at = this.#at
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code > 127) return false
      block[at + index] = code
    }
    this.#at += length
    return true
  }

  #utf8(text: string): number {
    const bytes = Buffer.byteLength(text)
    this.#reserve(bytes)
    this.#block.write(text, this.#at, bytes, 'utf8')
    this.#at += bytes
    return bytes
  }
}
