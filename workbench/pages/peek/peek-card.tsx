/** The card of a record that a link refers to: its name, its state and its first fields. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { route } from '../../browser/router.js'
import { nameOf } from '../../fields/label.js'
import type { Result } from '../../service/connection.js'
import { type ResourceEntry, readSchema } from '../../service/discovery.js'
import { identity } from '../../service/identity.js'
import { useLoad } from '../../service/load.js'
import { type Row, readRecord } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { describeError } from '../../ui/notices.js'
import { place } from '../../ui/place.js'
import { CardBody } from '../cards/card-body.js'
import { markOf } from '../cards/card-fields.js'
import { closePeek, type Peek } from './peeks.js'

/** Records by caller and key. Each is read once while a page is shown. */
const readings = new Map<string, Promise<Result<Row>>>()
route.subscribe(() => readings.clear())

const readOnce = ({ resource, id }: Peek): Promise<Result<Row>> => {
  const key = JSON.stringify([identity.value, resource.resourceKey, id])
  const reading = readings.get(key) ?? readRecord(resource, id)
  readings.set(key, reading)
  return reading
}

const readCard = async (peek: Peek) => {
  const [shape, row] = await Promise.all([
    readSchema(peek.resource.schemas.detail!),
    readOnce(peek),
  ])
  if (!shape.ok) return shape
  return row.ok ? { ...row, data: { shape: shape.data, row: row.data } } : row
}

export const PeekCard = (peek: Peek) => {
  const { link, resource, id, takesFocus } = peek
  const card = useRef<HTMLDivElement>(null)
  const { data, error } = useLoad(`${resource.resourceKey} ${id}`, () => readCard(peek))
  const isRead = data !== undefined || error !== undefined
  useLayoutEffect(() => {
    if (!isRead) return
    if (!card.current!.matches(':popover-open')) card.current!.showPopover()
    place(link, card.current!)
  }, [isRead, link])
  useLayoutEffect(() => {
    // While the record was read, the user may have gone on.
    if (isRead && takesFocus && document.activeElement === link)
      card.current!.focus({ preventScroll: true })
  }, [isRead, takesFocus, link])
  if (!isRead) return null
  return (
    <div
      ref={card}
      class="popover peek"
      popover="manual"
      role="dialog"
      aria-label={nameOrTitle(resource, data?.row, id)}
      tabIndex={-1}
      onFocusOut={({ relatedTarget }) => {
        if (takesFocus && !card.current?.contains(relatedTarget as Node | null)) closePeek()
      }}
    >
      {data && <CardBody resource={resource} {...data} mark={markOf(resource, data.shape)} />}
      {error && (
        <p>{error.status === 404 ? t('There is no such record.') : describeError(error)}</p>
      )}
    </div>
  )
}

const nameOrTitle = (resource: ResourceEntry, row: Row | undefined, id: string): string =>
  row ? nameOf(resource, row, id) : resource.title
