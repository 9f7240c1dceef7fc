/**
 * Catalogs as text with holes. Most of a catalog depends on the contract and the language alone, so
 * it is printed once; the id of the record and the decisions about operations are filled in for
 * each request.
 */
import { randomUUID } from 'node:crypto'
import type { Translator } from '../../foundation/text/messages.js'
import { type Availability, allowed } from '../../wire/availability.js'
import type { CatalogContext, Decide } from './surfaces.js'

/** A hole, and the text after it. */
interface Piece {
  /** Place in `decisions`; undefined for the id of the record. */
  readonly decision: number | undefined
  readonly text: string
}

/** Prints a catalog for a caller and a record. */
export type CatalogText = (context: Pick<CatalogContext, 'decide' | 'resourceId'>) => string

const allowedText = JSON.stringify(allowed)

/** Prints what `describe` returns. It must not depend on what is decided. */
export const catalogText = (
  describe: (context: CatalogContext) => unknown,
  translate: Translator,
  isOfRecord: boolean,
): CatalogText => {
  // Texts of the contract contain anything but this.
  const mark = randomUUID()
  const decisions: Parameters<Decide>[] = []
  const places = new Map<Availability, number>()
  const decide: Decide = (...decision) => {
    const hole = { ...allowed }
    places.set(hole, decisions.push(decision) - 1)
    return hole
  }
  const document = describe({ translate, decide, resourceId: isOfRecord ? mark : null })
  const printed = JSON.stringify(document, (_, value) => {
    const place = places.get(value)
    return place === undefined ? value : `${mark}${place}`
  })
  const [head = '', ...rest] = printed.split(`"${mark}`)
  const pieces = rest.map((piece): Piece => {
    const end = piece.indexOf('"')
    const decision = end === 0 ? undefined : Number(piece.slice(0, end))
    return { decision, text: piece.slice(end + 1) }
  })
  return (context) => {
    const id = JSON.stringify(context.resourceId)
    let text = head
    for (const { decision, text: after } of pieces) {
      text += decision === undefined ? id : print(context.decide(...decisions[decision]!))
      text += after
    }
    return text
  }
}

const print = (availability: Availability): string =>
  availability === allowed ? allowedText : JSON.stringify(availability)
