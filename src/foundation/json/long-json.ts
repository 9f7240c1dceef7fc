/**
 * JSON documents that are made, printed and digested piece by piece: those of hundreds of resources
 * would take seconds, and hundreds of megabytes as objects.
 */
import { createHash } from 'node:crypto'
import { canonicalJson, type Replace } from './canonical-json.js'

/** An object whose members are made one by one, each when the one before it is printed. */
export class Members {
  constructor(readonly all: Iterable<readonly [name: string, value: unknown]>) {}
}

/** A list whose items are made one by one; `undefined` is a step of work without an item. */
export class Items {
  constructor(readonly all: Iterable<unknown>) {}
}

/**
 * Yields the text in pieces of at most one member or item, and returns the SHA-256 of the canonical
 * text.
 */
export function* printPieces(document: unknown, replace: Replace): Generator<string, string> {
  const canonical = yield* print(document, replace)
  const digest = createHash('sha256')
  for (const piece of canonical) {
    digest.update(piece)
    yield ''
  }
  return digest.digest('hex')
}

/**
 * Pieces of canonical text, as bytes: concatenated texts would occupy several times as much memory.
 */
type Canonical = readonly (string | Buffer)[]

/** Returns the canonical text. */
function* print(value: unknown, replace: Replace): Generator<string, Canonical> {
  if (value instanceof Members) return yield* printMembers(value, replace)
  if (value instanceof Items) return yield* printItems(value, replace)
  yield JSON.stringify(value)
  return [Buffer.from(canonicalJson(value, replace))]
}

function* printMembers({ all }: Members, replace: Replace): Generator<string, Canonical> {
  const canonical = new Map<string, Canonical>()
  let separator = '{'
  for (const [name, value] of all) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    canonical.set(name, yield* print(value, replace))
    separator = ','
  }
  yield canonical.size === 0 ? '{}' : '}'
  const sorted: (string | Buffer)[] = ['{']
  for (const name of [...canonical.keys()].sort()) {
    sorted.push(`${sorted.length > 1 ? ',' : ''}${JSON.stringify(name)}:`)
    for (const piece of canonical.get(name)!) sorted.push(piece)
    yield ''
  }
  sorted.push('}')
  return sorted
}

function* printItems({ all }: Items, replace: Replace): Generator<string, Canonical> {
  const canonical: (string | Buffer)[] = ['[']
  let separator = ''
  for (const item of all) {
    if (item === undefined) {
      yield ''
      continue
    }
    yield separator || '['
    canonical.push(separator)
    for (const piece of yield* print(item, replace)) canonical.push(piece)
    separator = ','
  }
  yield separator === '' ? '[]' : ']'
  canonical.push(']')
  return canonical
}

/** Returns the document as one object. */
export const wholeOf = (document: unknown): unknown => {
  if (document instanceof Items) {
    return [...document.all].filter((item) => item !== undefined).map(wholeOf)
  }
  if (!(document instanceof Members)) return document
  return Object.fromEntries(Array.from(document.all, ([name, value]) => [name, wholeOf(value)]))
}
