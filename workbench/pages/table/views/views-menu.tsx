/** The menu that shows, saves, renames, deletes and shares the named views of a table. */
import { useState } from 'preact/hooks'
import { addresses, navigate, query } from '../../../browser/router.js'
import { t } from '../../../texts/translate.js'
import { Button, IconButton } from '../../../ui/button.js'
import { copyText } from '../../../ui/copy.js'
import { Menu } from '../../../ui/menu.js'
import type { Layout } from '../columns/columns.js'
import { preferTable, tablePreferences } from '../columns/table-preferences.js'
import { deleteView, renameView, saveView, type View, viewQuery, viewsOf } from './views.js'

const addressOf = (resourceKey: string, view: string): string =>
  `${addresses.table(resourceKey)}${view && `?${view}`}`

/** Compares the order and the choice of columns. Widths may differ. */
const isSameLayout = (a: Layout, b: Layout): boolean =>
  JSON.stringify([a.order, a.shown]) === JSON.stringify([b.order, b.shown])

interface ViewsMenuProps {
  readonly resourceKey: string
  readonly isCompact: boolean
}

export const ViewsMenu = ({ resourceKey, isCompact }: ViewsMenuProps) => {
  const views = viewsOf(resourceKey)
  const { layout } = tablePreferences(resourceKey)
  const shown = viewQuery(query.value)
  const current = views.find((view) => view.query === shown && isSameLayout(view.layout, layout))
  return (
    <Menu label={current?.name ?? t('Views')} icon="save" isCompact={isCompact}>
      {(close) => (
        <div class="menu views">
          <ul class="menu-list" aria-label={t('Views')}>
            {views.map((view) => (
              <ViewItem
                key={view.name}
                {...{ resourceKey, view, close }}
                isCurrent={view === current}
              />
            ))}
            {views.length === 0 && <li class="faint">{t('No saved views yet.')}</li>}
          </ul>
          <SaveForm
            onSave={(name) => {
              saveView(resourceKey, { name, query: shown, layout })
              close()
            }}
          />
          <Button
            kind="quiet"
            icon="link"
            onClick={() => {
              copyText(location.href)
              close()
            }}
          >
            {t('Copy the link')}
          </Button>
        </div>
      )}
    </Menu>
  )
}

interface ViewItemProps {
  readonly resourceKey: string
  readonly view: View
  readonly isCurrent: boolean
  readonly close: () => void
}

const ViewItem = ({ resourceKey, view, isCurrent, close }: ViewItemProps) => {
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming) {
    return (
      <li>
        <NameForm
          initial={view.name}
          label={t('New name')}
          action={t('Rename')}
          onSave={(name) => {
            renameView(resourceKey, view, name)
            setRenaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <li class="view-item">
      <button
        type="button"
        class="menu-item"
        aria-pressed={isCurrent}
        onClick={() => {
          preferTable(resourceKey, { layout: view.layout })
          navigate(addressOf(resourceKey, view.query))
          close()
        }}
      >
        <span class="cut" dir="auto">
          {view.name}
        </span>
      </button>
      <IconButton
        icon="link"
        label={t('Copy the link of {name}', { name: view.name })}
        onClick={() => copyText(new URL(addressOf(resourceKey, view.query), location.href).href)}
      />
      <IconButton
        icon="edit"
        label={t('Rename {name}', { name: view.name })}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        icon="trash"
        label={t('Delete {name}', { name: view.name })}
        onClick={() => deleteView(resourceKey, view.name)}
      />
    </li>
  )
}

const SaveForm = ({ onSave }: { onSave: (name: string) => void }) => (
  <NameForm initial="" label={t('Name of the view')} action={t('Save')} onSave={onSave} />
)

interface NameFormProps {
  readonly initial: string
  readonly label: string
  readonly action: string
  readonly onSave: (name: string) => void
}

const NameForm = ({ initial, label, action, onSave }: NameFormProps) => {
  const [name, setName] = useState(initial)
  return (
    <form
      class="row name-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim())
      }}
    >
      <input
        class="input"
        aria-label={label}
        placeholder={label}
        maxLength={80}
        required
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{action}</Button>
    </form>
  )
}
