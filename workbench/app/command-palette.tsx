/** Search over resources, pages, actions and records (Ctrl K): a combobox with a list of results. */
import { signal } from '@preact/signals'
import { useEffect, useId, useState } from 'preact/hooks'
import { navigate } from '../browser/router.js'
import { noteChange } from '../service/changes.js'
import { useLoad } from '../service/load.js'
import { readRecord } from '../service/records.js'
import { t, tn } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { useModal } from '../ui/modal.js'
import { useShortcuts } from '../ui/shortcuts.js'
import { ActionDialog } from '../workflow/action-dialog.js'
import type { ActionTarget, Entry, EntryGroup } from './search/entries.js'
import { useEntries } from './search/use-entries.js'

const isOpen = signal(false)
/** The action that the user chose in the results. */
const running = signal<ActionTarget | undefined>(undefined)

export const openCommandPalette = (): void => {
  isOpen.value = true
}

const close = (): void => {
  isOpen.value = false
}

export const CommandPalette = () => {
  useShortcuts([
    { key: 'Mod+k', label: t('Search'), run: openCommandPalette },
    { key: '/', label: t('Search'), run: openCommandPalette },
  ])
  return (
    <>
      {isOpen.value && <Palette />}
      {running.value && <ChosenAction key={running.value.action.id} {...running.value} />}
    </>
  )
}

/** Maximum number of resources whose records are searched at first, and on demand. */
const searched = { first: 12, more: 60 }

const choose = ({ isDisabled, href, target }: Entry): void => {
  if (isDisabled) return
  close()
  if (target) running.value = target
  else if (href) navigate(href)
}

const Palette = () => {
  const [text, setText] = useState('')
  const [maxResources, setMaxResources] = useState(searched.first)
  const { groups, state, rest, isSearching } = useEntries(text, maxResources)
  const entries = groups.flatMap((group) => group.entries)
  const [activeKey, setActiveKey] = useState<string>()
  const found = entries.findIndex(({ key }) => key === activeKey)
  const usable = Math.max(
    entries.findIndex(({ isDisabled }) => !isDisabled),
    0,
  )
  const active = found < 0 ? usable : found
  const prefix = useId()
  const element = useModal()
  useEffect(() => {
    document.getElementById(`${prefix}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, activeKey])
  const move = (step: number) => {
    const next = entries[(active + step + entries.length) % entries.length]
    setActiveKey(next?.key)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => entries[active] && choose(entries[active]),
  }
  return (
    <dialog
      ref={element}
      class="dialog palette"
      aria-label={t('Search')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // The dialog itself is clicked only beside its content.
      onClick={(event) => event.target === element.current && close()}
      onKeyDown={() => {}}
    >
      <div class="palette-input">
        <Icon name="search" />
        <input
          class="input"
          role="combobox"
          aria-label={t('Search')}
          aria-expanded={entries.length > 0}
          aria-controls={`${prefix}-list`}
          aria-activedescendant={entries.length > 0 ? `${prefix}-${active}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          autofocus
          placeholder={t('Records, resources, actions')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setActiveKey(undefined)
          }}
          onKeyDown={(event) => {
            const act = event.isComposing ? undefined : keys[event.key]
            if (!act) return
            event.preventDefault()
            act()
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <Results {...{ prefix, groups, active: entries[active], onActive: setActiveKey }} />
      <footer class="palette-footer">
        <span role="status">{state}</span>
        {rest > 0 && maxResources < searched.more && !isSearching && text.trim() !== '' && (
          <Button kind="quiet" onClick={() => setMaxResources(searched.more)}>
            {tn(rest, 'Search 1 more resource', 'Search {count} more resources')}
          </Button>
        )}
      </footer>
    </dialog>
  )
}

interface ResultsProps {
  readonly prefix: string
  readonly groups: readonly EntryGroup[]
  readonly active: Entry | undefined
  readonly onActive: (key: string) => void
}

const Results = ({ prefix, groups, active, onActive }: ResultsProps) => {
  let index = 0
  return (
    <div id={`${prefix}-list`} class="palette-results" role="listbox" aria-label={t('Results')}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox have no element
        <div key={title} role="group" aria-label={title}>
          <div class="palette-group" aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => (
            <Result
              key={entry.key}
              id={`${prefix}-${index++}`}
              entry={entry}
              isActive={entry === active}
              onActive={() => onActive(entry.key)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const Result = ({
  id,
  entry,
  isActive,
  onActive,
}: {
  id: string
  entry: Entry
  isActive: boolean
  onActive: () => void
}) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles keys
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
  <div
    id={id}
    class="palette-result"
    role="option"
    aria-selected={isActive}
    aria-disabled={entry.isDisabled}
    onMouseMove={() => !isActive && onActive()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => choose(entry)}
  >
    <Icon name={entry.icon} />
    <span class="cut" dir="auto">
      {entry.title}
    </span>
    {entry.note && <span class="palette-note cut">{entry.note}</span>}
  </div>
)

/** Runs the chosen action on the current state of its record. */
const ChosenAction = ({ action, resource, id }: ActionTarget) => {
  const record = useLoad(
    id === undefined ? undefined : `chosen ${resource.resourceKey} ${id}`,
    (signal) => readRecord(resource, id!, signal),
  )
  if (record.isLoading) return null
  return (
    <ActionDialog
      {...{ action, resource, id, record: record.data, etag: record.etag }}
      onDone={noteChange}
      onClose={() => {
        running.value = undefined
      }}
    />
  )
}
