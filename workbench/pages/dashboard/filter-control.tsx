/** The filter of a dashboard or of a card as chips, and the panel that changes it. */
import { useState } from 'preact/hooks'
import { FilterChips } from '../../filter/filter-chips.js'
import { FilterPanel } from '../../filter/later-filter-panel.js'
import type { Filter } from '../../service/records.js'
import type { Shape } from '../../service/shape.js'
import { t } from '../../texts/translate.js'
import { Button, IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'

interface FilterControlProps {
  readonly shape: Shape
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** The button shows only an icon. */
  readonly isCompact?: boolean
}

export const FilterControl = ({ isCompact, ...props }: FilterControlProps) => {
  const [isOpen, setOpen] = useState(false)
  const open = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const
  return (
    <>
      {isCompact ? (
        <IconButton icon="filter" label={t('Filter')} {...open} />
      ) : (
        <Button icon="filter" {...open}>
          {t('Filter')}
        </Button>
      )}
      <FilterChips {...props} />
      {isOpen && (
        <Dialog title={t('Filter')} kind="panel" onClose={() => setOpen(false)}>
          <FilterPanel {...props} />
        </Dialog>
      )}
    </>
  )
}
