/** A record: its fields, its parts, the records that belong to it, and its actions. */
import {
  type BaseRecord,
  useCan,
  useList,
  useNavigation,
  useResourceParams,
  useShow,
} from '@refinedev/core'
import { Link } from 'react-router'
import { ActionButton } from './actions'
import type { Action, Column, Related } from './types'
import { Rows, valueText } from './values'

interface ShowPageProps {
  title: string
  label: string
  fields: Column[]
  actions?: Action[]
  related?: Related[]
  canEdit?: boolean
}

export const ShowPage = ({ title, label, fields, actions = [], ...page }: ShowPageProps) => {
  const { query, result: record } = useShow<BaseRecord>()
  if (query.error) return <p className="error">{query.error.message}</p>
  if (!record) return <p role="status">Loading…</p>
  const readAt = query.dataUpdatedAt
  return <Shown {...{ record, readAt, title, label, fields, actions, ...page }} />
}

type ShownProps = ShowPageProps & { record: BaseRecord; readAt: number }

const Shown = ({
  record,
  readAt,
  title,
  label,
  fields,
  actions = [],
  related = [],
  canEdit,
}: ShownProps) => {
  const { resource: shown } = useResourceParams()
  const [resource, id] = [shown?.name ?? '', record.id ?? '']
  const { editUrl, listUrl } = useNavigation()
  const { data: access } = useCan({ resource, action: 'edit', params: { id, readAt } })
  return (
    <main>
      <nav aria-label="Breadcrumb">
        <Link to={listUrl(resource)}>{title}</Link>
      </nav>
      <header className="page">
        <h1>{String(record[label] ?? id)}</h1>
        <div className="buttons">
          {canEdit &&
            (access?.can === false ? (
              <span className="button disabled" title={access.reason}>
                Edit
              </span>
            ) : (
              <Link className="button" to={editUrl(resource, id)}>
                Edit
              </Link>
            ))}
          {actions.map((action) => (
            <ActionButton key={action.id} {...{ action, resource, id, readAt }} />
          ))}
        </div>
      </header>
      <dl>
        {fields
          .filter(({ items }) => !items)
          .map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>{valueText(field, record[field.name])}</dd>
            </div>
          ))}
      </dl>
      {fields.map(
        ({ name, label: caption, items }) =>
          items && (
            <Rows key={name} {...{ label: caption, columns: items }} rows={record[name] ?? []} />
          ),
      )}
      {related.map((list) => (
        <RelatedList key={list.resource + list.filter} {...list} value={record[list.value]} />
      ))}
    </main>
  )
}

const RelatedList = ({ resource, label, columns, filter, value }: Related) => {
  const { result } = useList<BaseRecord>({
    resource,
    pagination: { pageSize: 10 },
    filters: [{ field: filter, operator: 'eq', value }],
  })
  const rows = result.data
  const more = (result.total ?? 0) - rows.length
  return (
    <section>
      <Rows {...{ label, columns, rows }} />
      {more > 0 && <p className="help">{more} more</p>}
    </section>
  )
}
