/** Choices of the caller that requests act as: in the top bar, and in a dialog of its own. */
import { service } from '../service/catalog.js'
import {
  actAs,
  developmentCaller,
  isChoosingCaller,
  isSignedIn,
  signIn,
  token,
} from '../service/identity.js'
import { signOut } from '../session/session.js'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { MenuItem } from '../ui/menu.js'
import { TenantForm } from './tenant-form.js'
import { hasProvider, openTokenDialog } from './token-dialog.js'

export const CallerChoice = ({ onDone }: { onDone: () => void }) => {
  const { caller, callers = [], authentication } = service.value ?? {}
  return (
    <>
      {caller?.choosesTenant && <TenantForm onDone={onDone} />}
      {callers.length > 0 && (
        <ul class="menu-list" aria-label={t('Act as')}>
          <MenuItem
            isChosen={developmentCaller.value === undefined}
            onChoose={() => {
              actAs(undefined)
              onDone()
            }}
          >
            {t('Everything allowed')}
          </MenuItem>
          {callers.map(({ id, title, description }) => (
            <MenuItem
              key={id}
              isChosen={developmentCaller.value === id}
              onChoose={() => {
                actAs(id)
                onDone()
              }}
            >
              {title}
              {description && <span class="faint">{description}</span>}
            </MenuItem>
          ))}
        </ul>
      )}
      {authentication === 'jwt' && (
        <div class="row">
          <Button onClick={openTokenDialog}>
            {hasProvider ? t('Sign in') : t('Enter a token')}
          </Button>
          {token.value !== undefined && (
            <Button
              onClick={() => {
                if (isSignedIn.value) signOut()
                else signIn(undefined)
                onDone()
              }}
            >
              {isSignedIn.value ? t('Sign out') : t('Forget the token')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The dialog that `ChooseCaller` opens. */
export const CallerDialog = () => {
  const close = () => {
    isChoosingCaller.value = false
  }
  return isChoosingCaller.value ? (
    <Dialog title={t('Act as')} onClose={close}>
      <CallerChoice onDone={close} />
    </Dialog>
  ) : null
}
