/**
 * Keeps the rows of results outside of V8's heap, in blocks that are used again. In the heap each
 * result that displaces another one would make old garbage, which V8 collects only when there is
 * several times as much as is alive.
 */
import type { Row } from '../../foundation/statement.js'
import { measureRows, type PackedForm, packRows, unpackRows } from './packed-rows.js'

export interface KeptRows {
  readonly form: PackedForm
  /** Bytes that the rows take, with their place in a cache. */
  readonly size: number
  /** Numbers of blocks; undefined once they are freed. */
  blocks: readonly number[] | undefined
}

const blockBytes = 512
/** Slabs of 128 KiB. */
const blocksOfSlab = 256
/** What a result takes beside its blocks: its key and place in the cache; a number of a block. */
const [resultBytes, numberBytes] = [320, 8]

/** Results are packed and unpacked here, one after another. */
let packed = Buffer.allocUnsafeSlow(blockBytes)

const reserve = (bytes: number): Buffer => {
  if (packed.length < bytes) packed = Buffer.allocUnsafeSlow(bytes + (bytes >> 1))
  return packed
}

export class RowStore {
  readonly #slabs: Buffer[] = []
  readonly #free: number[] = []

  /** @param makeRoom is called with the bytes that the rows will take; false: they are not kept */
  keep(rows: readonly Row[], makeRoom: (size: number) => boolean): KeptRows | undefined {
    const measured = measureRows(rows)
    const { form } = measured
    const count = Math.ceil(form.bytes / blockBytes)
    const size = resultBytes + count * (blockBytes + numberBytes)
    if (!makeRoom(size)) return undefined
    packRows(measured, reserve(form.bytes))
    const blocks = Array.from({ length: count }, () => this.#free.pop() ?? this.#grow())
    for (const [index, block] of blocks.entries()) {
      const from = index * blockBytes
      packed.copy(this.#slabOf(block), offsetOf(block), from, from + blockBytes)
    }
    return { form, size, blocks }
  }

  /** Undefined if the rows are no longer kept. */
  rowsOf({ form, blocks }: KeptRows): readonly Row[] | undefined {
    if (!blocks) return undefined
    const bytes = reserve(blocks.length * blockBytes)
    for (const [index, block] of blocks.entries()) {
      const start = offsetOf(block)
      this.#slabOf(block).copy(bytes, index * blockBytes, start, start + blockBytes)
    }
    return unpackRows(form, bytes)
  }

  free(kept: KeptRows): void {
    this.#free.push(...(kept.blocks ?? []))
    kept.blocks = undefined
  }

  #slabOf(block: number): Buffer {
    return this.#slabs[Math.floor(block / blocksOfSlab)]!
  }

  /** Returns one of the new blocks. */
  #grow(): number {
    const first = this.#slabs.length * blocksOfSlab
    this.#slabs.push(Buffer.allocUnsafeSlow(blocksOfSlab * blockBytes))
    for (let block = first + blocksOfSlab - 1; block > first; block--) this.#free.push(block)
    return first
  }
}

const offsetOf = (block: number): number => (block % blocksOfSlab) * blockBytes
