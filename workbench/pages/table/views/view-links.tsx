/** Links to views, for the clipboard. */
import { t } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { copyText } from '../../../ui/copy.js'

export const copyAddress = (address: string): void =>
  void copyText(new URL(address, location.href).href)

export const CopyLink = ({ close }: { readonly close: () => void }) => (
  <Button
    kind="quiet"
    icon="link"
    onClick={() => {
      copyText(location.href)
      close()
    }}
  >
    {t('Copy the link')}
  </Button>
)
