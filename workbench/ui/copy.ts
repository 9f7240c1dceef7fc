/** Copies a text to the clipboard and says so. */
import { t } from '../texts/translate.js'
import { toast } from './toasts.js'

export const copyText = async (text: string): Promise<void> => {
  const isCopied = await (navigator.clipboard ? writeClipboard(text) : copySelection(text))
  if (isCopied) toast(t('Copied'))
  else toast(t('The browser does not allow copying.'), 'error')
}

const writeClipboard = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )

/** Copies by a selection, because only secure origins have `navigator.clipboard`. */
const copySelection = async (text: string): Promise<boolean> => {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  const holder = document.activeElement?.closest('dialog') ?? document.body
  holder.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
