/** Chooses the columns of a table and their order. */
import { useState } from 'preact/hooks'
import { t } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { Menu } from '../../../ui/menu.js'
import type { Column } from './columns.js'
import type { Columns } from './use-columns.js'

type ChooserProps = Columns & { readonly isCompact: boolean }

export const ColumnChooser = ({ isCompact, ...columns }: ChooserProps) => (
  <Menu label={t('Columns')} icon="columns" isCompact={isCompact}>
    {() => <ColumnList {...columns} />}
  </Menu>
)

const ColumnList = ({ all, shown, isArranged, control }: Columns) => {
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const namesOf = (columns: readonly Column[]) => columns.map(({ field }) => field.name)
  return (
    <div class="menu column-chooser">
      <input
        type="search"
        class="input"
        aria-label={t('Search')}
        placeholder={t('Search')}
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ul class="column-list" aria-label={t('Columns')}>
        {all.map(({ field: { name, label }, isShown }, index) => (
          <li key={name} class="column-choice" hidden={!label.toLowerCase().includes(words)}>
            <label class="cut">
              <input
                type="checkbox"
                class="check"
                checked={isShown}
                // The last column cannot be turned off.
                disabled={isShown && shown.length === 1}
                onChange={(event) => control.show([name], event.currentTarget.checked)}
              />
              {label}
            </label>
            <MoveButton
              label={t('Move {name} up', { name: label })}
              isUp
              isAtEnd={index === 0}
              onMove={() => control.drop(name, all[index - 1]!.field.name)}
            />
            <MoveButton
              label={t('Move {name} down', { name: label })}
              isAtEnd={index === all.length - 1}
              onMove={() => control.drop(name, all[index + 1]!.field.name)}
            />
          </li>
        ))}
      </ul>
      <p class="faint small">
        {t('In a header: drag it, or Alt and arrows to move, Alt Shift and arrows for the width.')}
      </p>
      <div class="column-buttons">
        <Button onClick={() => control.show(namesOf(all), true)}>{t('All')}</Button>
        <Button onClick={() => control.show(namesOf(all.slice(1)), false)}>{t('None')}</Button>
        <Button disabled={!isArranged} onClick={control.reset}>
          {t('Columns as declared')}
        </Button>
      </div>
    </div>
  )
}

interface MoveButtonProps {
  readonly label: string
  readonly isUp?: boolean
  readonly isAtEnd: boolean
  readonly onMove: () => void
}

const MoveButton = ({ label, isUp, isAtEnd, onMove }: MoveButtonProps) => (
  <button
    type="button"
    class={`move ${isUp ? 'up' : ''}`}
    aria-label={label}
    aria-disabled={isAtEnd}
    onClick={() => {
      if (!isAtEnd) onMove()
    }}
  >
    <Icon name="chevronDown" />
  </button>
)
