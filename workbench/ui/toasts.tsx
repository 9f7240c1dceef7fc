/**
 * Short messages about what happened, some with a way to undo it. Errors stay until they are closed.
 */
import { signal } from '@preact/signals'
import { t } from '../texts/translate.js'
import { Button, IconButton } from './button.js'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'success' | 'error'
  readonly undo?: (() => void) | undefined
}

const shownMs = 6000
/** The messages that are shown. */
export const toasts = signal<readonly Toast[]>([])
let lastId = 0

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Shows a message, and returns a function that takes it away. */
export const toast = (
  text: string,
  kind: Toast['kind'] = 'success',
  undo?: () => void,
): (() => void) => {
  const id = ++lastId
  // Only the last change can be undone.
  const others = undo ? toasts.value.filter((other) => !other.undo) : toasts.value
  toasts.value = [...others, { id, text, kind, undo }]
  const hide = () => remove(id)
  if (kind === 'success') setTimeout(hide, shownMs)
  return hide
}

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, kind, undo }) => (
      <div key={id} class={`toast ${kind}`}>
        <span>{text}</span>
        {undo && (
          <Button
            kind="quiet"
            onClick={() => {
              remove(id)
              undo()
            }}
          >
            {t('Undo')}
          </Button>
        )}
        <IconButton icon="close" label={t('Close')} onClick={() => remove(id)} />
      </div>
    ))}
  </div>
)
