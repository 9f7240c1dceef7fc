/** Values as people read them. */
import type { BaseRecord } from '@refinedev/core'
import type { Column, Field } from './types'

const languages = [...navigator.languages]

const formats = {
  number: (value: unknown) => Number(value).toLocaleString(languages),
  date: (value: unknown) => new Date(`${value}T00:00`).toLocaleDateString(languages),
  instant: (value: unknown) => new Date(String(value)).toLocaleString(languages),
  boolean: (value: unknown) => (value ? 'Yes' : 'No'),
  json: (value: unknown) => JSON.stringify(value),
  text: (value: unknown) => String(value),
}

export const valueText = ({ type = 'text', currency, options }: Field, value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) {
    return value.map((item) => valueText({ name: '', label: '', options }, item)).join(', ') || '–'
  }
  const option = options?.find((each) => each.value === value)
  if (option) return option.label
  if (type === 'money') {
    return Number(value).toLocaleString(languages, {
      style: 'currency',
      currency: currency ?? 'EUR',
    })
  }
  if (type === 'text' && typeof value === 'object') return JSON.stringify(value)
  return formats[type](value)
}

export const isNumeric = ({ type }: Field): boolean => type === 'number' || type === 'money'

/** The rows of a list of parts, or of related records. */
export const Rows = ({ label, columns, rows }: RowsProps) => (
  <div className="scroll">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={isNumeric(column) ? 'number' : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id ?? index}>
            {columns.map((column) => (
              <td key={column.name} className={isNumeric(column) ? 'number' : undefined}>
                {valueText(column, row[column.name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length === 0 && <p className="empty">Nothing here.</p>}
  </div>
)

interface RowsProps {
  label: string
  columns: Column[]
  rows: BaseRecord[]
}
