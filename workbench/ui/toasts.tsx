/** Short messages about what happened. Errors stay until they are closed. */
import { signal } from '@preact/signals'
import { t } from '../texts/translate.js'
import { IconButton } from './button.js'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'success' | 'error'
}

const shownMs = 6000
const toasts = signal<readonly Toast[]>([])
let lastId = 0

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export const toast = (text: string, kind: Toast['kind'] = 'success'): void => {
  const id = ++lastId
  toasts.value = [...toasts.value, { id, text, kind }]
  if (kind === 'success') setTimeout(() => remove(id), shownMs)
}

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, kind }) => (
      <div key={id} class={`toast ${kind}`}>
        <span>{text}</span>
        <IconButton icon="close" label={t('Close')} onClick={() => remove(id)} />
      </div>
    ))}
  </div>
)
