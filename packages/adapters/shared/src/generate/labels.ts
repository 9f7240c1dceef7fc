/** Labels that generated code shows. */
import type { Field } from 'corollary/client'

/** The label of a range without the word that says that it is one; other ranges keep theirs. */
export const rangeLabel = (
  { label, filterTarget, filterOperation }: Field,
  targets: readonly Field[],
): string => {
  if (filterOperation !== 'BETWEEN') return label
  return targets.find(({ name }) => name === filterTarget)?.label ?? label.replace(/ between$/, '')
}
