/** Pinned views on the home page. What draws them is loaded if there are some. */
import { useOutsideChanges } from '../../service/changes.js'
import { useLoad } from '../../service/load.js'
import { readPinnedViews } from '../../service/saved-views.js'
import { laterDialog } from '../../ui/later.js'
import { ErrorNotice } from '../../ui/notices.js'

const PinnedList = laterDialog(async () => (await import('../statistics.js')).PinnedList)

export const PinnedViews = () => {
  const { data, error, reload } = useLoad('pinned views', readPinnedViews)
  useOutsideChanges(reload)
  if (error) return <ErrorNotice error={error} onRetry={reload} />
  return data && data.content.length > 0 ? <PinnedList pinned={data.content} /> : null
}
