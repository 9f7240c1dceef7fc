/** The bar with the actions on the selected records. */
import { useState } from 'preact/hooks'
import type { Action } from '../../../../src/wire/catalogs/actions.js'
import type { Capabilities } from '../../../../src/wire/catalogs/capabilities.js'
import { service } from '../../../service/catalog.js'
import type { Id, ResourceEntry } from '../../../service/discovery.js'
import type { Shape } from '../../../service/shape.js'
import { t, tn } from '../../../texts/translate.js'
import { Button, IconButton } from '../../../ui/button.js'
import { laterDialog } from '../../../ui/later.js'
import { describeForRecords } from '../../../ui/reasons.js'
import { ActionButton } from '../../../workflow/action-button.js'
import { countOf } from './selection.js'
import type { TableSelection } from './use-selection.js'

const DeleteSelection = laterDialog(
  async () => (await import('./delete-selection.js')).DeleteSelection,
)

interface SelectionBarProps {
  readonly resource: ResourceEntry
  readonly capabilities: Capabilities | undefined
  readonly shape: Shape
  /** Number of records that match the filter; undefined until it is known. */
  readonly total: number | undefined
  /** Undefined if the caller may not change records. */
  readonly onSetField: (() => void) | undefined
  readonly selected: TableSelection
  readonly onExport: (() => void) | undefined
  /** The rows are those of the trash, which can only be deleted permanently. */
  readonly isTrash: boolean
  /** Called after records were changed or deleted, with those that are no longer selected. */
  readonly onDone: (done: readonly Id[]) => void
}

/** Returns the actions on selected records. */
export const bulkActions = (capabilities: Capabilities | undefined): readonly Action[] =>
  capabilities?.actions.filter(({ execution }) => execution.selection) ?? []

export const SelectionBar = (props: SelectionBarProps) => {
  const { total, selected, onExport } = props
  const { selection, clear, selectMatching } = selected
  const count = countOf(selection)
  if (count === 0) return null
  const isPageSelected = selected.control.shareOf() === 'all'
  const hasMore = total !== undefined && total > count
  return (
    <section class="selection-bar" aria-label={t('Selection')}>
      <strong role="status">{tn(count, '{count} selected', '{count} selected')}</strong>
      {isPageSelected && hasMore && (
        <Button kind="quiet" onClick={selectMatching}>
          {t('Select all {count} that match', { count: total })}
        </Button>
      )}
      <span class="spacer" />
      {onExport && (
        <Button icon="download" onClick={onExport}>
          {t('Export the selection')}
        </Button>
      )}
      <SelectionActions {...props} />
      <IconButton icon="close" label={t('Clear the selection')} onClick={clear} />
    </section>
  )
}

const SelectionActions = (props: SelectionBarProps) => {
  const { resource, capabilities, shape, selected, isTrash, onSetField, onDone } = props
  const actions = isTrash ? [] : bulkActions(capabilities)
  const canDelete = resource.canonicalOperations[deletionOf(isTrash)] === true
  if (selected.selection.kind === 'matching') {
    const maxIds = service.value?.limits['ids'] ?? 0
    if (actions.length === 0 && !canDelete) return null
    return <span class="faint">{t('At most {most} records at once.', { most: maxIds })}</span>
  }
  const ids = [...selected.selection.chosen.keys()]
  return (
    <>
      {actions.map((action) => (
        <ActionButton key={action.id} {...{ action, resource, ids, shape, onDone }} />
      ))}
      {onSetField && <Button onClick={onSetField}>{t('Set field…')}</Button>}
      {canDelete && <DeleteButton {...props} />}
    </>
  )
}

const deletionOf = (isTrash: boolean) => (isTrash ? 'permanentDelete' : 'delete')

const DeleteButton = (props: SelectionBarProps) => {
  const { resource, capabilities, selected, isTrash, onDone } = props
  const [isAsking, setAsking] = useState(false)
  const availability = capabilities?.operations[deletionOf(isTrash)]?.availability
  // The service decides for each record whether it may be deleted.
  const denial = availability ? describeForRecords(availability) : ''
  const maxIds = service.value?.limits['ids'] ?? Number.POSITIVE_INFINITY
  const isTooMany = countOf(selected.selection) > maxIds
  const obstacle =
    isTooMany && !denial ? t('At most {most} records at once.', { most: maxIds }) : denial
  return (
    <>
      <Button
        kind="danger"
        icon="trash"
        aria-disabled={obstacle !== ''}
        title={obstacle || undefined}
        onClick={() => obstacle === '' && setAsking(true)}
      >
        {isTrash ? t('Delete permanently') : t('Delete')}
        {obstacle && <span class="visually-hidden">{obstacle}</span>}
      </Button>
      {isAsking && (
        <DeleteSelection
          {...{ resource, selected, onDone }}
          isPermanent={isTrash}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
