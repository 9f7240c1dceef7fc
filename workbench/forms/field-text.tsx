/** The value of a field as text. References are shown by their labels. */

import { isBlank } from '../fields/blank.js'
import { formatValue } from '../fields/format.js'
import { optionLabel, useOptionLabels } from '../service/option-labels.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'

export const FieldText = ({ field, value }: { field: Field; value: unknown }) => {
  useOptionLabels(field, value)
  if (isBlank(value)) return <span class="faint">{t('No value')}</span>
  const texts = [value].flat().map((each) => optionLabel(field, each) ?? formatValue(field, each))
  return <span dir="auto">{texts.join(', ')}</span>
}
