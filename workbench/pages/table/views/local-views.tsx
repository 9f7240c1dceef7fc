/** The views of a table that this browser stores. */

import { useState } from 'preact/hooks'
import { navigate } from '../../../browser/router.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { t } from '../../../texts/translate.js'
import { Button, IconButton } from '../../../ui/button.js'
import { preferTable } from '../columns/table-preferences.js'
import { viewAddress } from './view-address.js'
import { CopyLink, copyAddress } from './view-links.js'
import { deleteView, renameView, saveView, type TableView, type View, viewsOf } from './views.js'

interface LocalViewsProps {
  readonly resource: ResourceEntry
  /** What the table shows now. */
  readonly shown: TableView
  readonly close: () => void
  /** The view that the table shows. */
  readonly current: View | undefined
}

export const LocalViews = ({ resource, shown, current, close }: LocalViewsProps) => {
  const { resourceKey } = resource
  const views = viewsOf(resourceKey)
  return (
    <div class="menu views">
      <ul class="menu-list" aria-label={t('Views')}>
        {views.map((view) => (
          <LocalView
            key={view.name}
            {...{ resourceKey, view, close }}
            isCurrent={view.name === current?.name}
          />
        ))}
        {views.length === 0 && <li class="faint">{t('No saved views yet.')}</li>}
      </ul>
      <NameForm
        initial=""
        label={t('Name of the view')}
        action={t('Save')}
        onSave={(name) => {
          saveView(resourceKey, { name, ...shown })
          close()
        }}
      />
      <CopyLink close={close} />
    </div>
  )
}

interface LocalViewProps {
  readonly resourceKey: string
  readonly view: View
  readonly isCurrent: boolean
  readonly close: () => void
}

const LocalView = ({ resourceKey, view, isCurrent, close }: LocalViewProps) => {
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
  const address = viewAddress({ kind: 'table', resource: resourceKey }, view.query)
  return (
    <li class="view-item">
      <button
        type="button"
        class="menu-item"
        aria-pressed={isCurrent}
        onClick={() => {
          preferTable(resourceKey, { layout: view.layout })
          navigate(address)
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
        onClick={() => copyAddress(address)}
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
