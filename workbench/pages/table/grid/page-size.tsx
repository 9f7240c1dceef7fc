/** Chooses the number of rows of a page. */
import { service } from '../../../service/catalog.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { t } from '../../../texts/translate.js'
import { preferTable } from '../columns/table-preferences.js'
import { changeTableState } from '../views/table-state.js'

const sizes = [20, 50, 100, 200]

interface PageSizeProps {
  readonly size: number
  readonly onSize: (size: number) => void
}

export const PageSize = ({ size, onSize }: PageSizeProps) => {
  const maxSize = service.value?.limits['pageSize'] ?? Number.POSITIVE_INFINITY
  const choices = [...new Set([...sizes, size])].filter((each) => each <= maxSize)
  return (
    <label class="page-size">
      {t('Rows per page')}
      <select
        class="input"
        value={size}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      >
        {choices
          .toSorted((a, b) => a - b)
          .map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
      </select>
    </label>
  )
}

export const choosePageSize = ({ resourceKey }: ResourceEntry, size: number): void => {
  preferTable(resourceKey, { size })
  changeTableState({ size })
}
