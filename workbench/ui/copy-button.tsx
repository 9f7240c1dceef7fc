/** A button that copies a text, and says whether that worked. */
import { t } from '../texts/translate.js'
import { IconButton } from './button.js'
import { copyText } from './copy.js'

export const CopyButton = ({ text, label = t('Copy') }: { text: string; label?: string }) => (
  <IconButton icon="copy" label={label} onClick={() => copyText(text)} />
)

/** Source text with a button that copies it. */
export const Source = ({ text, label }: { text: string; label: string }) => (
  <div class="source">
    <CopyButton text={text} label={t('Copy {what}', { what: label })} />
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
    <section tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  </div>
)
