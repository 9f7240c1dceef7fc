/** The form of a view that the service stores: its name, and who sees it where. */
import { useState } from 'preact/hooks'
import { curatesViews, type SavedViewBody } from '../../../service/saved-views.js'
import { t } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'

export type Sharing = Pick<SavedViewBody, 'name' | 'visibility' | 'pinned'>

interface SharingFormProps {
  /** Says who sees a public view. */
  readonly audience: string
  readonly initial?: Sharing
  readonly action: string
  readonly onSave: (sharing: Sharing) => Promise<void>
  readonly onCancel?: () => void
}

export const SharingForm = ({ audience, initial, action, onSave, onCancel }: SharingFormProps) => {
  const [name, setName] = useState(initial?.name ?? '')
  const [isPublic, setPublic] = useState(initial?.visibility === 'public')
  const [isPinned, setPinned] = useState(initial?.pinned ?? false)
  const [isBusy, setBusy] = useState(false)
  const mayPin = !isPublic || curatesViews() || (initial?.visibility === 'public' && initial.pinned)
  return (
    <form
      class="stack view-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (name.trim() === '' || isBusy) return
        setBusy(true)
        const visibility = isPublic ? 'public' : 'private'
        await onSave({ name: name.trim(), visibility, pinned: isPinned && mayPin })
        setBusy(false)
      }}
    >
      <input
        class="input"
        aria-label={t('Name of the view')}
        placeholder={t('Name of the view')}
        maxLength={80}
        required
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <label class="view-check">
        <input
          type="checkbox"
          class="check"
          checked={isPublic}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
        {t('Public')}
      </label>
      {isPublic && <p class="faint small">{audience}</p>}
      <label class="view-check">
        <input
          type="checkbox"
          class="check"
          checked={isPinned && mayPin}
          disabled={!mayPin}
          onChange={(event) => setPinned(event.currentTarget.checked)}
        />
        {isPublic ? t('Pin to the home page of everyone') : t('Pin to the home page')}
      </label>
      <div class="row">
        <Button type="submit" aria-busy={isBusy}>
          {action}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
