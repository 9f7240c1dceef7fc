/**
 * Signs the user in: with OpenID Connect where the service names a provider, or with a token. Tokens
 * stay in memory and are gone after a reload.
 */
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { signInClient } from '../browser/page-facts.js'
import { needsToken, signIn, signInProblem, token } from '../service/identity.js'
import { startSignIn } from '../session/session.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Folded } from '../ui/folded.js'

const isOpen = signal(false)

export const openTokenDialog = (): void => {
  isOpen.value = true
}

const close = (): void => {
  isOpen.value = false
  needsToken.value = false
  signInProblem.value = undefined
}

/** Users of this page sign in with OpenID Connect. */
export const hasProvider = signInClient !== undefined

export const TokenDialog = () => {
  if (!isOpen.value && !needsToken.value && signInProblem.value === undefined) return null
  return (
    <Dialog title={hasProvider ? t('Sign in') : t('Sign in with a token')} onClose={close}>
      {hasProvider ? <SignInPart /> : <TokenForm />}
    </Dialog>
  )
}

const SignInPart = () => (
  <>
    {signInProblem.value !== undefined && (
      <p class="field-error" role="alert">
        {signInProblem.value}
      </p>
    )}
    {needsToken.value && (
      <p>
        {token.value === undefined
          ? t('This service shows its data to users who have signed in.')
          : t('Your session is over. What you have typed stays here while you sign in again.')}
      </p>
    )}
    <p>
      <Button kind="primary" autofocus onClick={startSignIn}>
        {t('Sign in')}
      </Button>
    </p>
    <Folded summary={t('Sign in with a token')}>{() => <TokenForm />}</Folded>
  </>
)

/** The characters of a bearer token (RFC 6750). */
const tokenPattern = /^[\w.~+/-]+=*$/

const TokenForm = () => {
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  return (
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
  )
}
