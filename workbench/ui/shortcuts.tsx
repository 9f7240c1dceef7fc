/** Keyboard shortcuts: pages and parts of the frame declare theirs, `?` shows all of them. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { Dialog } from './dialog.js'

export interface Shortcut {
  /** `KeyboardEvent.key`, with `Mod+` for Ctrl or Cmd. */
  readonly key: string
  /** What it does, translated. */
  readonly label: string
  readonly run: () => void
}

const active = signal<readonly Shortcut[]>([])
const isHelpOpen = signal(false)

/** Declares shortcuts while the component is shown. Their functions may change. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useEffect(() => {
    active.value = [...active.value, ...shortcuts]
    return () => {
      active.value = active.value.filter((shortcut) => !shortcuts.includes(shortcut))
    }
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const onKeyDown = (event: KeyboardEvent): void => {
  const isModified = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || event.altKey) return
  if (!isModified && (isTyping(event.target) || document.querySelector('dialog[open]'))) return
  const name = isModified ? `Mod+${event.key.toLowerCase()}` : event.key
  if (name === '?') {
    isHelpOpen.value = true
    return
  }
  const found = active.value.findLast(({ key }) => key === name)
  if (!found) return
  event.preventDefault()
  found.run()
}

export const startShortcuts = (): void => {
  addEventListener('keydown', onKeyDown)
}

export const openShortcutHelp = (): void => {
  isHelpOpen.value = true
}

const keyName = (key: string): string => key.replace('Mod', 'Ctrl')

export const ShortcutHelp = () =>
  isHelpOpen.value ? (
    <Dialog
      title={t('Keyboard shortcuts')}
      onClose={() => {
        isHelpOpen.value = false
      }}
    >
      <dl class="shortcuts">
        {active.value.map(({ key, label }) => (
          <div key={`${key} ${label}`}>
            <dt>
              <kbd>{keyName(key)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t('Show the shortcuts')}</dd>
        </div>
      </dl>
    </Dialog>
  ) : null
