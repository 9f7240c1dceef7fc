/** A value that the service computes. It follows the changes of a form when they are saved. */
import { formatValue } from '../fields/format.js'
import { t } from '../texts/translate.js'
import type { InputProps } from './input-props.js'

export const ComputedOutput = ({ field, id, value, isPending, accessibility }: InputProps) => (
  <output id={id} class={isPending ? 'computed pending' : 'computed'} {...accessibility}>
    <span dir="auto">{formatValue(field, value) || '–'}</span>
    {isPending && <span class="field-note"> {t('Updated when saved')}</span>}
  </output>
)
