/** Asks the user to confirm an action, in a form that depends on its risk. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { CorollaryError } from '../service/connection.js'
import { t } from '../texts/translate.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { ErrorNotice } from './notices.js'

interface ConfirmDialogProps {
  readonly title: string
  /** Label of the button that agrees. */
  readonly action: string
  readonly isDangerous?: boolean
  /** The user must type this text. */
  readonly typed?: string | undefined
  /** Runs the action. The dialog shows its error. */
  readonly onAgree: () => Promise<CorollaryError | undefined>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, action, isDangerous, typed, onAgree, onClose, children } = props
  const [text, setText] = useState('')
  const form = useId()
  const isReady = typed === undefined || text.trim() === typed.trim()
  const { isBusy, error, run } = useAgreement(onAgree)
  return (
    <Dialog
      title={title}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            kind={isDangerous ? 'danger' : 'primary'}
            disabled={!isReady}
            aria-busy={isBusy}
            autofocus={typed === undefined && !isDangerous}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) run()
        }}
      >
        {error && <ErrorNotice error={error} />}
        {children}
        {typed !== undefined && <TypedText {...{ typed, text }} onChange={setText} />}
      </form>
    </Dialog>
  )
}

/** Runs the action once at a time, and keeps its error. */
const useAgreement = (onAgree: ConfirmDialogProps['onAgree']) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<CorollaryError>()
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    const failure = await onAgree()
    setBusy(false)
    setError(failure)
  }
  return { isBusy, error, run }
}

interface TypedTextProps {
  /** The text that the user must type. */
  readonly typed: string
  readonly text: string
  readonly onChange: (text: string) => void
}

const TypedText = ({ typed, text, onChange }: TypedTextProps) => (
  <label class="field">
    <span class="field-label">{t('Type “{text}” to confirm', { text: typed })}</span>
    <input
      class="input"
      value={text}
      autofocus
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)

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

/** Asks the user, and resolves to true if they agree. */
export const confirm = (wording: Question): Promise<boolean> =>
  new Promise((resolve) => {
    question.value = {
      ...wording,
      settle: (agrees) => {
        question.value = undefined
        resolve(agrees)
      },
    }
  })

/** Shows the question of `confirm`. The page must contain it once. */
export const Confirmation = () => {
  if (!question.value) return null
  const { text, settle, ...wording } = question.value
  return (
    <ConfirmDialog
      {...wording}
      onAgree={async () => {
        settle(true)
        return undefined
      }}
      onClose={() => settle(false)}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
