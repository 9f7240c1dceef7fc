/** Translates sort models of AG Grid to sort terms of the service. No I/O. */
import type { SortModelItem } from 'ag-grid-community'
import type { GridModel } from './grid-model.js'
import type { Problem } from './problem.js'

export interface TranslatedSort {
  readonly sort: readonly string[]
  readonly problems: readonly Problem[]
}

export const translateSort = (
  model: readonly SortModelItem[],
  { columns }: GridModel,
): TranslatedSort => {
  const problems = model.flatMap(({ colId, type }): readonly Problem[] => {
    const message =
      type === 'absolute'
        ? `The service does not sort column '${colId}' by absolute values.`
        : `The service does not sort column '${colId}'.`
    const isPossible = columns.get(colId)?.field.sortable === true && type !== 'absolute'
    return isPossible ? [] : [{ column: colId, operator: 'sort', message }]
  })
  return { sort: model.map(({ colId, sort }) => `${colId},${sort}`), problems }
}
