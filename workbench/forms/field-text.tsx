/** The value of a field as text; references by their labels. */
import { optionLabel, useOptionLabels } from '../controls/option-labels.js'
import { isBlank } from '../fields/blank.js'
import { formatValue } from '../fields/format.js'
import type { Field } from '../fields/shape.js'
import { t } from '../texts/translate.js'

export const FieldText = ({ field, value }: { field: Field; value: unknown }) => {
  useOptionLabels(field, value)
  if (isBlank(value)) return <span class="faint">{t('No value')}</span>
  const texts = [value].flat().map((each) => optionLabel(field, each) ?? formatValue(field, each))
  return <span dir="auto">{texts.join(', ')}</span>
}
