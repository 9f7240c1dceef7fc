/** The rows of a table as cards, for windows that are too narrow for columns. */
import { useEffect, useRef } from 'preact/hooks'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import type { Shape } from '../../service/shape.js'
import type { Groups } from '../table/groups/group.js'
import { linesOf } from '../table/groups/lines.js'
import type { RowSet } from '../table/rows/rows.js'
import { CardBody } from './card-body.js'
import { markOf } from './card-fields.js'

interface RecordCardsProps {
  readonly resource: ResourceEntry
  readonly shape: Shape
  readonly rows: RowSet
  readonly groups: Groups | undefined
  /** Name of the list for screen readers. */
  readonly label: string
}

export const RecordCards = ({ resource, shape, rows, groups, label }: RecordCardsProps) => {
  const { count = 0, hasMore, see } = rows
  const lines = linesOf(count, groups?.headers)
  const mark = markOf(resource, shape)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasMore) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting))
        see({ start: count, end: count + 1 })
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [hasMore, see, count])
  return (
    <div class="record-cards-scroll" aria-busy={rows.isLoading}>
      <ul class="record-cards" aria-label={label}>
        {Array.from({ length: lines.count }, (_, line) => {
          const header = lines.headerAt(line)
          if (header && groups) {
            return (
              <li key={`group ${header.group.id}`} class="card-group">
                <groups.Header header={header} toggle={groups.toggle} />
              </li>
            )
          }
          const index = lines.rowAt(line)!
          const row = rows.at(index)
          return (
            <li key={row ? String(row[resource.idField] as Id) : index} class="record-card">
              {row && <CardBody {...{ resource, shape, row, mark }} />}
            </li>
          )
        })}
      </ul>
      <div ref={end} />
    </div>
  )
}
