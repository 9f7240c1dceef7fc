/** The value of a field as text. References are shown by their labels. */
import type { Values } from '../controls/input-props.js'
import { itemFields } from '../controls/list-items.js'
import { isMissing } from '../fields/blank.js'
import { formatValue } from '../fields/format.js'
import { optionLabel, useOptionLabels } from '../service/option-labels.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'

export const FieldText = ({ field, value }: { field: Field; value: unknown }) => {
  useOptionLabels(field, value)
  if ([value].flat().every(isMissing)) return <span class="faint">{t('No value')}</span>
  if (field.items && Array.isArray(value)) return <ItemTexts field={field} items={value} />
  const texts = [value].flat().map((each) => optionLabel(field, each) ?? formatValue(field, each))
  return <span dir="auto">{texts.join(', ')}</span>
}

const ItemTexts = ({ field, items }: { field: Field; items: readonly Values[] }) => (
  <ol class="item-texts">
    {items.map((item, index) => (
      <li key={index}>
        {itemFields(field).map((member, at) => (
          <span key={member.name}>
            {at > 0 && ' · '}
            <FieldText field={member} value={item[member.name]} />
          </span>
        ))}
      </li>
    ))}
  </ol>
)
