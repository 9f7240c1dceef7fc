/** A table of the records that match a fixed filter, inside of another page. */
import { useState } from 'preact/hooks'
import { addresses, navigate } from '../../../browser/router.js'
import { type Id, type ResourceEntry, readSchema } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import type { Filter } from '../../../service/records.js'
import { t } from '../../../texts/translate.js'
import { Icon } from '../../../ui/icons.js'
import { Empty, ErrorNotice, Loading } from '../../../ui/notices.js'
import { useColumns } from '../columns/use-columns.js'
import { noteOnRows, usePageRows } from '../rows/rows.js'
import { Pager } from './pager.js'
import { RecordsTable } from './records-table.js'

interface NarrowedTableProps {
  readonly resource: ResourceEntry
  readonly filter: Filter
  readonly title: string
}

export const NarrowedTable = ({ resource, filter, title }: NarrowedTableProps) => {
  const { resourceKey, schemas, idField, defaultSort } = resource
  const [{ sort, page, size }, setState] = useState({ sort: noTerms, page: 0, size: 20 })
  const shape = useLoad(schemas.list ?? undefined, () => readSchema(schemas.list!))
  const { shown, control } = useColumns(resource, shape.data)
  const rows = usePageRows(resource, { filter, sort, page, size })
  const hrefOf = (id: Id) => addresses.record(resourceKey, id)
  const error = shape.error ?? rows.error
  const reload = () => {
    if (shape.error) shape.reload()
    rows.reload()
  }
  const all = addresses.table(resourceKey, filter)
  return (
    <section class="narrowed" aria-label={title}>
      {error && <ErrorNotice error={error} note={noteOnRows(rows)} onRetry={reload} />}
      {!error && !(shape.data && rows.count !== undefined) && <Loading />}
      {shape.data && rows.count !== undefined && rows.count > 0 && (
        <RecordsTable
          {...{ resource, rows, hrefOf }}
          shape={shape.data}
          columns={shown}
          label={title}
          sort={sort.length > 0 ? sort : defaultSort}
          onSort={(terms) => setState({ sort: terms, page: 0, size })}
          onOpen={(row) => navigate(hrefOf(row[idField] as Id))}
          columnControl={control}
        />
      )}
      {rows.count === 0 && !rows.error && (
        <Empty title={t('There are no records yet, or you may not see any.')} />
      )}
      <div class="narrowed-foot">
        {(rows.total ?? 0) > 0 && (
          <Pager
            {...{ rows, page, size }}
            paging="pages"
            onPage={(next) => setState({ sort, page: next, size })}
            onSize={(next) => setState({ sort, page: 0, size: next })}
          />
        )}
        <a class="button quiet" href={all}>
          <Icon name="table" />
          {t('Open as a table')}
        </a>
      </div>
    </section>
  )
}

const noTerms: readonly string[] = []
