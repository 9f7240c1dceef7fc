/** How the pages of this admin describe fields. */

export interface Option {
  value: string | number | boolean
  label: string
}

export interface Field {
  name: string
  label: string
  /** Default: text. */
  type?: 'text' | 'number' | 'money' | 'date' | 'instant' | 'boolean' | 'json'
  /** ISO 4217 code of amounts. */
  currency?: string
  options?: Option[]
}

export interface Column extends Field {
  /** False: the list cannot be sorted by the column. */
  sortable?: boolean
  /** The columns of a list of parts. */
  items?: Column[]
}

export interface Filter extends Field {
  operator: 'eq' | 'contains' | 'startswith' | 'endswith' | 'in' | 'between' | Comparison
  /** Where the options come from, such as `sales.orders/option-sources/customers`. */
  source?: string
}
type Comparison = 'ne' | 'gt' | 'gte' | 'lt' | 'lte'

export interface Input extends Field {
  required?: boolean
  multiline?: boolean
  multiple?: boolean
  source?: string
  help?: string
  min?: number
  max?: number
  maxLength?: number
  defaultValue?: string | number | boolean
  /** The inputs of a list of parts. */
  items?: Input[]
}

export interface Action {
  id: string
  label: string
  success?: string
  confirm?: boolean
  inputs?: Input[]
}

export interface Related {
  resource: string
  label: string
  columns: Column[]
  /** The filter field of the other resource, and the field of this record that it takes. */
  filter: string
  value: string
}
