/** The pager below a table: the numbers of the shown rows, and links to other pages. */

import { isNarrow } from '../../../browser/window-width.js'
import { service } from '../../../service/catalog.js'
import { formatCount, t, tn } from '../../../texts/translate.js'
import { IconButton } from '../../../ui/button.js'
import type { RowSet } from '../rows/rows.js'
import { PageSize } from './page-size.js'

interface PagerProps {
  readonly rows: RowSet
  /** What is not counted among the rows. */
  readonly note?: string | undefined
  readonly page: number
  readonly size: number
  readonly paging: 'pages' | 'endless'
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
}

export const Pager = (props: PagerProps) => {
  const { rows, note, size, paging, onSize } = props
  return (
    <div class="pager">
      <span class="pager-place" role="status">
        {[describePlace(rows), note].filter(Boolean).join(' · ')}
      </span>
      <span class="spacer" />
      {paging === 'pages' && (
        <>
          {!isNarrow.value && <PageSize {...{ size, onSize }} />}
          <PageButtons {...props} />
        </>
      )}
    </div>
  )
}

const describePlace = ({ count = 0, offset, total, hasMore }: RowSet): string => {
  if (total === undefined) return ''
  if (total === 0 || count === 0) return tn(total, '{count} record', '{count} records')
  if (hasMore || offset > 0 || count < total) {
    return t('{from}–{to} of {total}', { from: offset + 1, to: offset + count, total })
  }
  return tn(total, '{count} record', '{count} records')
}

const PageButtons = ({ rows, page, size, onPage }: PagerProps) => {
  const pages = Math.max(1, Math.ceil((rows.total ?? 0) / size))
  const farthest = service.value?.limits['offset'] ?? Number.POSITIVE_INFINITY
  // The service limits how many rows a page skips. Endless scrolling reaches all of them.
  const last = Math.min(pages - 1, Math.floor(farthest / size))
  const isCut = last < pages - 1
  const go = (to: number) => () => {
    if (to >= 0 && to <= last) onPage(to)
  }
  return (
    <nav class="pager-pages" aria-label={t('Pages')}>
      <IconButton
        icon="chevronLeft"
        label={t('Previous page')}
        aria-disabled={page <= 0}
        onClick={go(page - 1)}
      />
      <label class="pager-number">
        <input
          class="input"
          inputMode="numeric"
          aria-label={t('Page')}
          value={page + 1}
          onChange={(event) => {
            const pageIndex = Math.round(Number(event.currentTarget.value)) - 1
            const to = Math.min(Math.max(0, pageIndex || 0), last)
            event.currentTarget.value = String(to + 1)
            if (to !== page) onPage(to)
          }}
        />
        {t('of {pages}', { pages: formatCount(pages) })}
      </label>
      <IconButton
        icon="chevronRight"
        label={
          isCut && page >= last
            ? t('The service pages through {count} rows only. Scrolling reaches all.', {
                count: farthest,
              })
            : t('Next page')
        }
        aria-disabled={page >= last}
        onClick={go(page + 1)}
      />
    </nav>
  )
}
