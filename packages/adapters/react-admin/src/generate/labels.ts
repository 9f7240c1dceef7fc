/** Labels: react-admin derives one from the name of a field; others are written out. */
import type { Field } from 'corollary/client'
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

/** Names of React components and types begin with a capital: `order-lines` is `OrderLines`. */
export const componentName = (name: string): string =>
  name
    .split(/[^A-Za-z\d]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Names of variables: `order-lines` is `orderLines`. */
export const variableName = (name: string): string => {
  const text = componentName(name)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The label of a range without the word that says that it is one; other ranges keep theirs. */
export const rangeLabel = (
  { label, filterTarget, filterOperation }: Field,
  targets: readonly Field[],
): string => {
  if (filterOperation !== 'BETWEEN') return label
  return targets.find(({ name }) => name === filterTarget)?.label ?? label.replace(/ between$/, '')
}
