/** Modal dialogs: the browser's `<dialog>`, which keeps the focus inside and closes on Escape. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { Button, IconButton } from './button.js'
import { useModal } from './modal.js'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** `panel`: at the side of the window, for what belongs to the page behind it. */
  readonly kind?: 'panel' | 'wide'
  readonly children: ComponentChildren
  /** Buttons at the bottom. */
  readonly footer?: ComponentChildren
}

export const Dialog = ({ title, onClose, kind, children, footer }: DialogProps) => {
  const element = useModal()
  const id = useId()
  useLayoutEffect(() => {
    // The browser starts at the first button, which closes the dialog.
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

interface Question {
  readonly title: string
  readonly text: string
  /** Label of the button that agrees. */
  readonly action: string
  readonly isDangerous?: boolean
}

const question = signal<(Question & { readonly settle: (agrees: boolean) => void }) | undefined>(
  undefined,
)

/** Asks the user, and resolves to whether they agree. */
export const confirm = (asked: Question): Promise<boolean> =>
  new Promise((resolve) => {
    question.value = {
      ...asked,
      settle: (agrees) => {
        question.value = undefined
        resolve(agrees)
      },
    }
  })

/** Shows the question of `confirm`; once in the page. */
export const Confirmation = () => {
  const asked = question.value
  if (!asked) return null
  const { title, text, action, isDangerous, settle } = asked
  return (
    <Dialog
      title={title}
      onClose={() => settle(false)}
      footer={
        <>
          <Button onClick={() => settle(false)}>{t('Cancel')}</Button>
          <Button kind={isDangerous ? 'danger' : 'primary'} onClick={() => settle(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
