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
const toasts = signal<readonly Toast[]>([])
let lastId = 0

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export const toast = (text: string, kind: Toast['kind'] = 'success', undo?: () => void): void => {
  const id = ++lastId
  // Only the last change can be undone.
  const others = undo ? toasts.value.filter((other) => !other.undo) : toasts.value
  toasts.value = [...others, { id, text, kind, undo }]
  if (kind === 'success') setTimeout(() => remove(id), shownMs)
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
