/** Modal dialogs. The browser's `<dialog>` keeps the focus inside and closes on Escape. */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { IconButton } from './button.js'
import { useModal } from './modal.js'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** A `panel` is at the side of the window, for content that belongs to the page behind it. */
  readonly kind?: 'panel' | 'wide'
  readonly children: ComponentChildren
  /** Buttons at the bottom of the dialog. */
  readonly footer?: ComponentChildren
}

export const Dialog = ({ title, onClose, kind, children, footer }: DialogProps) => {
  const element = useModal()
  const id = useId()
  useLayoutEffect(() => {
    // The browser would focus the first button, which closes the dialog.
    if (kind !== 'panel') focusField(element.current!)
  }, [])
  return (
    <dialog
      ref={element}
      class={['dialog', kind].filter(Boolean).join(' ')}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header class="dialog-header">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer class="dialog-footer">{footer}</footer>}
    </dialog>
  )
}

const focusField = (dialog: HTMLElement): void => {
  if (dialog.querySelector('[autofocus]')) return
  const fields = '.dialog-body :is(input, select, textarea):not(:disabled)'
  dialog.querySelector<HTMLElement>(fields)?.focus()
}
