/** Texts that people see, made from names where the contract says none. */
import type { ColumnModel } from './entity-model.js'

/** `ON_LEAVE` reads "On leave". */
const spoken = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const enumLabel = ({ labels }: Pick<ColumnModel, 'labels'>, value: string): string =>
  labels?.[value] ?? spoken(value)

/** `hiredOn` reads "Hired on". */
export const fieldLabel = (name: string): string =>
  spoken(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'))
