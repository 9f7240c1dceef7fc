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
import { ActionDialog } from '../workflow/later-action-dialog.js'
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
  const [maxResources, setMaxResources] = useState(searched.first)
  const [text, setText] = useState('')
  const { groups, state, rest, isSearching } = useEntries(text, maxResources)
  const prefix = useId()
  const { active, setActiveKey, onKeyDown } = useActiveEntry(groups, prefix)
  const element = useModal()
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
      <PaletteInput
        {...{ prefix, active, text, onKeyDown }}
        onChange={(typed) => {
          setText(typed)
          setActiveKey(undefined)
        }}
      />
      <Results {...{ prefix, groups, active: active?.entry, onActive: setActiveKey }} />
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

interface ActiveEntry {
  readonly entry: Entry
  /** Id of its element. */
  readonly id: string
}

const isUsable = ({ isDisabled, isStale }: Entry): boolean => !isDisabled && !isStale

/** The result that Enter chooses, and the keys that move among the results. */
const useActiveEntry = (groups: readonly EntryGroup[], prefix: string) => {
  const [activeKey, setActiveKey] = useState<string>()
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries.findIndex(({ key }) => key === activeKey)
  const firstUsable = entries.findIndex(isUsable)
  const index = chosen < 0 ? Math.max(firstUsable, 0) : chosen
  const entry = entries[index]
  const active: ActiveEntry | undefined = entry && { entry, id: `${prefix}-${index}` }
  useEffect(() => {
    document.getElementById(`${prefix}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [index, activeKey])
  const move = (step: number) =>
    setActiveKey(entries[(index + step + entries.length) % entries.length]?.key)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => entry && (chosen >= 0 || isUsable(entry)) && choose(entry),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.isComposing ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return { active, setActiveKey, onKeyDown }
}

interface PaletteInputProps {
  readonly prefix: string
  readonly active: ActiveEntry | undefined
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const PaletteInput = ({ prefix, active, text, onChange, onKeyDown }: PaletteInputProps) => (
  <div class="palette-input">
    <Icon name="search" />
    <input
      class="input"
      role="combobox"
      aria-label={t('Search')}
      aria-expanded={active !== undefined}
      aria-controls={`${prefix}-list`}
      aria-activedescendant={active?.id}
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck={false}
      autofocus
      placeholder={t('Records, resources, actions')}
      value={text}
      onInput={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
    <kbd>Esc</kbd>
  </div>
)

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
