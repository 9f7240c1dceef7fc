/** Asks for the token of mode `jwt`. It stays in memory and is gone after a reload. */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { needsToken, signIn, token } from '../service/identity.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'

const isOpen = signal(false)

export const openTokenDialog = (): void => {
  isOpen.value = true
}

export const TokenDialog = () => (isOpen.value || needsToken.value ? <TokenForm /> : null)

/** The characters of a bearer token (RFC 6750). */
const tokenPattern = /^[\w.~+/-]+=*$/

const TokenForm = () => {
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const close = () => {
    isOpen.value = false
    needsToken.value = false
  }
  return (
    <Dialog title={t('Sign in with a token')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // Pasted tokens often contain line breaks and their scheme.
          const found = text
            .trim()
            .replace(/^Bearer\s+/i, '')
            .replace(/\s+/g, '')
          setInvalid(!tokenPattern.test(found))
          if (!tokenPattern.test(found)) return
          signIn(found)
          close()
        }}
      >
        <p>
          {token.value === undefined
            ? t('This service identifies callers by a signed token (JWT).')
            : t('The service refused the token. It may have expired.')}
        </p>
        <label class="field">
          <span class="field-label">{t('Token')}</span>
          <textarea
            class="input"
            rows={5}
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={isInvalid}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {isInvalid && (
          <p class="field-error" role="alert">
            {t('This is not a token: it may contain only letters, digits and - . _ ~ + / =.')}
          </p>
        )}
        <p class="faint">{t('It is kept in memory only, and forgotten when you reload.')}</p>
        <Button type="submit" kind="primary">
          {t('Use the token')}
        </Button>
      </form>
    </Dialog>
  )
}
