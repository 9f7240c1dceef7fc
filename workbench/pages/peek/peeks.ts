/**
 * Opens and closes the card of the record to which a link refers: when a mouse rests on the link,
 * or with the space bar. Nothing is read before.
 */
import { signal } from '@preact/signals'
import { readRoute, route } from '../../browser/router.js'
import { resourceOf } from '../../service/catalog.js'
import type { ResourceEntry } from '../../service/discovery.js'

export interface Peek {
  readonly link: HTMLAnchorElement
  readonly resource: ResourceEntry
  readonly id: string
  /** The card was opened by the keyboard. */
  readonly takesFocus: boolean
}

export const openPeek = signal<Peek | undefined>(undefined)

/** Milliseconds that the mouse rests on a link before its card opens. */
const restMs = 500
/** Milliseconds in which the mouse gets from the link to the card. */
const leaveMs = 250

let timer: ReturnType<typeof setTimeout> | undefined

const schedule = (run: () => void, milliseconds: number): void => {
  clearTimeout(timer)
  timer = setTimeout(run, milliseconds)
}

export const closePeek = (): void => {
  clearTimeout(timer)
  openPeek.value = undefined
}

const open = (link: HTMLAnchorElement, takesFocus: boolean): void => {
  clearTimeout(timer)
  const target = readRoute(new URL(link.href).pathname)
  const resource = target.page === 'record' ? resourceOf(target.resourceKey) : undefined
  if (target.page !== 'record' || !resource || !link.isConnected) return
  openPeek.value = { link, resource, id: target.id, takesFocus }
}

const isInCard = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.peek') !== null

const linkAt = (target: EventTarget | null): HTMLAnchorElement | undefined =>
  target instanceof Element && !isInCard(target)
    ? (target.closest<HTMLAnchorElement>('a[data-peek]') ?? undefined)
    : undefined

const onPointerOver = ({ pointerType, target }: PointerEvent): void => {
  const peek = openPeek.peek()
  if (pointerType !== 'mouse' || peek?.takesFocus) return
  const link = linkAt(target)
  if (isInCard(target) || (link && link === peek?.link)) clearTimeout(timer)
  else if (link) schedule(() => open(link, false), restMs)
  else schedule(closePeek, leaveMs)
}

const onKeyDown = (event: KeyboardEvent): void => {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
  const peek = openPeek.peek()
  const link = linkAt(target)
  const opens = key === ' ' && link && !(altKey || ctrlKey || metaKey || shiftKey)
  if (!opens && !(key === 'Escape' && peek)) return
  // The key is not one of the table or the dialog with the link.
  event.preventDefault()
  event.stopImmediatePropagation()
  if (opens) {
    open(link, true)
  } else {
    if (isInCard(target)) peek!.link.focus()
    closePeek()
  }
}

const closeOutside = ({ target }: Event): void => {
  if (!isInCard(target)) closePeek()
}

export const startPeeks = (): void => {
  addEventListener('pointerover', onPointerOver)
  addEventListener('keydown', onKeyDown, { capture: true })
  addEventListener('pointerdown', closeOutside, { capture: true })
  addEventListener('scroll', closeOutside, { capture: true })
  route.subscribe(closePeek)
}
