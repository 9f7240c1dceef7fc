/** Labels: react-admin derives one from the name of a field; others are written out. */
import { textProp } from './jsx.js'

/** What react-admin would show for a field of this name: `customerId` is `Customer`. */
const derivedLabel = (source: string): string => {
  const words = source
    .replaceAll('.', ' ')
    .replaceAll(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
    .replace(/(_ids|_id)$/, '')
    .replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const labelProp = (source: string, label: string): string | undefined =>
  derivedLabel(source) === label ? undefined : textProp('label', label)
