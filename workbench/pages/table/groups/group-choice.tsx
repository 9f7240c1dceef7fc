/** Chooses the field by which a table is grouped. */
import { t } from '../../../texts/translate.js'
import { changeTableState } from '../views/table-state.js'
import { type Contract, groupFieldsOf } from './group-fields.js'

export const GroupChoice = ({ group, ...contract }: Contract & { group: string | undefined }) => {
  const fields = groupFieldsOf(contract)
  if (fields.length === 0) return null
  return (
    <label class="field">
      <span class="field-label">{t('Group by')}</span>
      <select
        class="input"
        value={group ?? ''}
        onChange={({ currentTarget: { value } }) =>
          changeTableState({ group: value || undefined, folded: [] })
        }
      >
        <option value="">{t('Nothing')}</option>
        {fields.map(({ stats }) => (
          <option key={stats.field} value={stats.field}>
            {stats.label}
          </option>
        ))}
      </select>
    </label>
  )
}
