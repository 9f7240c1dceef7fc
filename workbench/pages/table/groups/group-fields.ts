/** The fields by which a table can be grouped. */
import type { Capabilities } from '../../../../src/wire/catalogs/capabilities.js'
import type { Field, Shape } from '../../../service/shape.js'

export interface GroupField {
  /** The field of the statistics, which count the groups. */
  readonly stats: Capabilities['stats']['fields'][number]
  /** The response field with the keys. */
  readonly field: Field
  /** The response field with the labels, if groups are in their order. */
  readonly label: Field | undefined
}

export interface Contract {
  readonly shape: Shape | undefined
  readonly filterShape: Shape | undefined
  readonly capabilities: Capabilities | undefined
}

/**
 * A field can be grouped by if statistics count its values and the table sorts by it. A filter
 * field over the same path names the response field.
 */
export const groupFieldsOf = ({
  shape,
  filterShape,
  capabilities,
}: Contract): readonly GroupField[] => {
  const sortable = (name: string | null | undefined): Field | undefined => {
    const field = shape?.byName.get(name ?? '')
    return field?.sortable ? field : undefined
  }
  return (capabilities?.stats.fields ?? []).flatMap((stats) => {
    const targets = stats.filterFields.map(
      ({ field }) => filterShape?.byName.get(field)?.filterTarget,
    )
    const field = sortable(targets.find((name) => name !== undefined))
    if (!stats.groupByEligible || !field) return []
    const label = stats.keyAndLabelDistinct ? sortable(field.reference?.labelField) : undefined
    return [{ stats, field, label }]
  })
}
