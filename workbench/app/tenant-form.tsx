/** Asks an administrator of all tenants for the tenant to act in. */
import { useState } from 'preact/hooks'
import { tenant } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'

export const TenantForm = ({ onDone }: { onDone: () => void }) => {
  const [text, setText] = useState(tenant.value ?? '')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        tenant.value = text.trim() || undefined
        onDone()
      }}
    >
      <label class="field">
        <span class="field-label">{t('Tenant')}</span>
        <input
          class="input"
          autocomplete="off"
          spellcheck={false}
          // A header can contain these characters only.
          pattern="[ -~]*"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Button type="submit">{t('Act in this tenant')}</Button>
    </form>
  )
}
