/** Chooses a file, or takes one that is dropped on it. */
import type { Ref } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { Icon } from './icons.js'

interface FileChooserProps {
  readonly label: string
  /** Types in the form of the attribute of `<input>`. */
  readonly accept?: string | undefined
  /** Receives the input, for the focus. */
  readonly input?: Ref<HTMLInputElement>
  readonly onChoose: (file: File) => void
}

export const FileChooser = ({ label, accept, input, onChoose }: FileChooserProps) => {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, isNow: boolean) => {
    event.preventDefault()
    setOver(isNow)
  }
  return (
    <label
      class={isOver ? 'file-chooser over' : 'file-chooser'}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        const file = event.dataTransfer?.files[0]
        if (file) onChoose(file)
      }}
    >
      <input
        type="file"
        class="visually-hidden"
        ref={input ?? null}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) onChoose(file)
          // The same file can be chosen again, after it was changed.
          currentTarget.value = ''
        }}
      />
      <span class="button">
        <Icon name="upload" />
        {label}
      </span>
      <span class="faint">{t('Or drop it here.')}</span>
    </label>
  )
}
