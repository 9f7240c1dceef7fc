/** Keyboard shortcuts. Pages and parts of the frame declare theirs, and `?` shows all of them. */
import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { Dialog } from './dialog.js'

export interface Shortcut {
  /** The `KeyboardEvent.key`, with `Mod+` for Ctrl or Cmd. */
  readonly key: string
  /** Translated description of what the shortcut does. */
  readonly label: string
  /** Undefined if the part of the page that has the focus handles the key. */
  readonly run?: () => void
  /**
   * The part of the page that it belongs to. It works wherever the focus is, except in a field
   * elsewhere or under a dialog. Without a part, it works under dialogs if it has `Mod+`.
   */
  readonly within?: RefObject<HTMLElement | null>
}

const active = signal<readonly Shortcut[]>([])
const isHelpOpen = signal(false)

/**
 * Declares shortcuts while the component is shown. Their functions may change. A layout effect
 * replaces them before the next key: an effect would wait for the next frame, and a key until then
 * would run the functions of the state before.
 */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  useLayoutEffect(() => {
    active.value = [...active.value, ...shortcuts]
    return () => {
      active.value = active.value.filter((shortcut) => !shortcuts.includes(shortcut))
    }
  })
}

/** Returns true for fields that receive what the user types. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const onKeyDown = (event: KeyboardEvent): void => {
  const isModified = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || event.altKey) return
  const isInField = isTyping(event.target)
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!isModified && (isInField || dialog)) return
  // Letters are upper case while Caps Lock is on.
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const name = isModified ? `Mod+${pressed}` : event.key
  // Browsers undo what was typed into a field.
  if (isInField && name === 'Mod+z') return
  if (name === '?') {
    isHelpOpen.value = true
    return
  }
  const isReachable = ({ within }: Shortcut): boolean => {
    if (!within) return true
    const part = within.current
    if (!part || (dialog && !dialog.contains(part))) return false
    return !isInField || part.contains(event.target as Node)
  }
  const found = active.value.findLast((each) => each.run && each.key === name && isReachable(each))
  if (!found?.run) return
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
