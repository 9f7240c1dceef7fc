/** The record that is open beside the table, and its place among the rows. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { windowWidth } from '../../browser/window-width.js'
import type { Id } from '../../service/discovery.js'
import { locateRecord } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { describeError } from '../../ui/notices.js'
import { toast } from '../../ui/toasts.js'
import { RecordView } from '../record/record-view.js'
import { preferTable } from './columns/table-preferences.js'
import type { Table } from './use-table.js'
import { changeTableState, readTableState } from './views/table-state.js'

/** Minimum width of a window, in pixels, with room for the record beside the table. */
const roomForRecord = 1000

const close = (): void => changeTableState({ open: undefined })
const openRecord = (id: Id): void => changeTableState({ open: String(id) }, { replace: true })

export const RecordBeside = (table: Table & { readonly place: number | undefined }) => {
  const { resource, rows, state, place, selected } = table
  const id = state.open
  if (id === undefined) return null
  const neighbor = (index: number) => rows.at(index)?.[resource.idField] as Id | undefined
  const view = (
    <>
      {place === undefined && rows.count !== undefined && !rows.isLoading && (
        <Elsewhere {...table} />
      )}
      <RecordView
        key={id}
        resource={resource}
        id={id}
        onChanged={rows.reload}
        onDeleted={() => {
          selected.deselect([id])
          close()
          rows.reload()
        }}
        onClose={close}
        change={table.live.changeOf(id) ?? replacementOf(table, id)}
        {...(place === undefined
          ? {}
          : {
              neighbors: {
                previous: place > 0 ? neighbor(place - 1) : undefined,
                next: neighbor(place + 1),
                open: openRecord,
              },
            })}
      />
    </>
  )
  return windowWidth.value < roomForRecord ? (
    <Dialog title={resource.title} kind="panel" onClose={close}>
      {view}
    </Dialog>
  ) : (
    <Side>{view}</Side>
  )
}

/** Returns the row of the record if it was changed in the table last. */
const replacementOf = ({ rows: { lastReplaced }, resource }: Table, id: string) =>
  String(lastReplaced?.[resource.idField]) === id ? lastReplaced : undefined

/** The record beside the table. The focus stays in the table, and Escape closes the record. */
const Side = ({ children }: { children: preact.ComponentChildren }) => {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isBusy =
        event.defaultPrevented ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
        document.querySelector('dialog[open], :popover-open')
      if (event.key === 'Escape' && !isBusy) close()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <aside ref={element} class="record-side" aria-label={t('Record')} tabIndex={-1}>
      {children}
    </aside>
  )
}

/** Says that the record is on another page of the set, or does not match the filter. */
const Elsewhere = ({ resource, state, requestedSort, size }: Table) => {
  if (!resource.canonicalOperations['locate']) return null
  const show = async () => {
    const { filter, open } = state
    const result = await locateRecord(resource, open!, filter, { size, sort: requestedSort })
    // The user has opened another record or page meanwhile.
    if (readTableState().open !== open) return
    if (result.ok) {
      // A cursor reaches only places to which the user has scrolled, so the table shows pages then.
      preferTable(resource.resourceKey, { paging: 'pages' })
      // The record may be in a folded group.
      changeTableState({ page: result.data.page, open, folded: [] })
    } else if (result.error.status === 404) {
      toast(t('The record does not match the filter.'), 'error')
    } else {
      toast(describeError(result.error), 'error')
    }
  }
  return (
    <div class="elsewhere">
      <span class="faint">{t('The record is not among these rows.')}</span>
      <Button kind="quiet" icon="table" onClick={show}>
        {t('Show in the table')}
      </Button>
    </div>
  )
}
