/** A list: filters, sorting, pages, and actions on the selected records. */
import {
  type BaseKey,
  type BaseRecord,
  type CrudSort,
  useDelete,
  useDeleteMany,
  useNavigation,
  useResourceParams,
  useTable,
} from '@refinedev/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionButton } from './actions'
import { FilterBar } from './filter-bar'
import type { Action, Column, Filter } from './types'
import { isNumeric, valueText } from './values'

interface ListPageProps {
  title: string
  columns: Column[]
  filters?: Filter[]
  sort?: CrudSort[]
  bulkActions?: Action[]
  canCreate?: boolean
  canEdit?: boolean
  canDelete?: boolean
}

export const ListPage = ({ title, columns, filters = [], sort = [], ...page }: ListPageProps) => {
  const { resource } = useResourceParams()
  const name = resource?.name ?? ''
  const { createUrl } = useNavigation()
  const table = useTable<BaseRecord>({
    pagination: { pageSize: 20 },
    sorters: { initial: sort },
    filters: { defaultBehavior: 'replace' },
    syncWithLocation: true,
  })
  const [selected, setSelected] = useState<BaseKey[]>([])
  const { mutate: deleteMany } = useDeleteMany()
  const { data: rows, total } = table.result
  const { bulkActions = [], canCreate, canDelete } = page
  const hasBulk = canDelete || bulkActions.length > 0
  const clear = () => setSelected([])
  const move = (to: number) => {
    clear()
    table.setCurrentPage(to)
  }
  return (
    <main>
      <header className="page">
        <h1>{title}</h1>
        {canCreate && (
          <Link className="button" to={createUrl(name)}>
            Create
          </Link>
        )}
      </header>
      {filters.length > 0 && (
        <FilterBar
          {...{ filters, applied: table.filters }}
          onApply={(criteria) => {
            move(1)
            table.setFilters(criteria)
          }}
        />
      )}
      {hasBulk && (
        <div className="buttons" role="toolbar" aria-label="Selected records">
          <span>{selected.length} selected</span>
          {bulkActions.map((action) => (
            <ActionButton
              key={action.id}
              {...{ action, resource: name, ids: selected, onDone: clear }}
            />
          ))}
          {canDelete && (
            <button
              type="button"
              disabled={selected.length === 0}
              onClick={() => {
                if (!window.confirm(`Delete ${selected.length} records?`)) return
                deleteMany({ resource: name, ids: selected }, { onSuccess: clear })
              }}
            >
              Delete
            </button>
          )}
        </div>
      )}
      {table.tableQuery.error && <p className="error">{table.tableQuery.error.message}</p>}
      <div className="scroll">
        <table aria-busy={table.tableQuery.isFetching}>
          <thead>
            <tr>
              {hasBulk && <th scope="col" aria-label="Selection" />}
              {columns.map((column) => (
                <Heading
                  key={column.name}
                  {...{ column, sorters: table.sorters }}
                  onSort={(sorters) => {
                    move(1)
                    table.setSorters(sorters)
                  }}
                />
              ))}
              <th scope="col" aria-label="Links" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                {...{ row, columns, resource: name, hasBulk, ...page }}
                isSelected={selected.includes(row.id ?? '')}
                onSelect={(isSelected) => {
                  const others = selected.filter((id) => id !== row.id)
                  setSelected(isSelected && row.id !== undefined ? [...others, row.id] : others)
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {total === 0 && <p className="empty">Nothing matches.</p>}
      <nav className="buttons" aria-label="Pages">
        <button
          type="button"
          disabled={table.currentPage <= 1}
          onClick={() => move(table.currentPage - 1)}
        >
          Previous
        </button>
        <span>
          Page {table.currentPage} of {Math.max(1, table.pageCount)}, {total ?? 0} records
        </span>
        <button
          type="button"
          disabled={table.currentPage >= table.pageCount}
          onClick={() => move(table.currentPage + 1)}
        >
          Next
        </button>
      </nav>
    </main>
  )
}

interface HeadingProps {
  column: Column
  sorters: CrudSort[]
  onSort: (sorters: CrudSort[]) => void
}

/** Sorts by its column: ascending, descending, and as the list is sorted by default. */
const Heading = ({ column, sorters, onSort }: HeadingProps) => {
  const { name, label, sortable = true } = column
  const order = sorters.find(({ field }) => field === name)?.order
  const className = isNumeric(column) ? 'number' : undefined
  if (!sortable) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  const next: CrudSort[] =
    order === 'desc' ? [] : [{ field: name, order: order === 'asc' ? 'desc' : 'asc' }]
  const directions = { asc: 'ascending', desc: 'descending' } as const
  return (
    <th scope="col" className={className} aria-sort={order && directions[order]}>
      <button type="button" onClick={() => onSort(next)}>
        {label} {order === 'asc' ? '↑' : order === 'desc' ? '↓' : ''}
      </button>
    </th>
  )
}

interface RowProps {
  row: BaseRecord
  columns: Column[]
  resource: string
  hasBulk: boolean
  canEdit?: boolean
  canDelete?: boolean
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

const Row = (props: RowProps) => {
  const { row, columns, resource, hasBulk, canEdit, canDelete, isSelected, onSelect } = props
  const { showUrl, editUrl } = useNavigation()
  const { mutate: deleteRecord } = useDelete()
  const id = row.id ?? ''
  // The service sends the links of what the caller may do with the record.
  const links = row['_links'] ?? {}
  const title = valueText(columns[0] ?? { name: 'id', label: 'ID' }, row[columns[0]?.name ?? 'id'])
  return (
    <tr aria-selected={hasBulk ? isSelected : undefined}>
      {hasBulk && (
        <td>
          <input
            type="checkbox"
            aria-label={`Select ${title}`}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.name} className={isNumeric(column) ? 'number' : undefined}>
          {index === 0 ? (
            <Link to={showUrl(resource, id)}>{title}</Link>
          ) : (
            valueText(column, row[column.name])
          )}
        </td>
      ))}
      <td className="buttons">
        {canEdit && 'update' in links && (
          <Link to={editUrl(resource, id)} aria-label={`Edit ${title}`}>
            Edit
          </Link>
        )}
        {canDelete && 'delete' in links && (
          <button
            type="button"
            aria-label={`Delete ${title}`}
            onClick={() => {
              if (window.confirm(`Delete ${title}?`)) deleteRecord({ resource, id })
            }}
          >
            Delete
          </button>
        )}
      </td>
    </tr>
  )
}
