/** The number of records that wait for the caller, in the navigation. */
import { useLayoutEffect } from 'preact/hooks'
import { formatShort } from '../../fields/format.js'
import { catalog } from '../../service/catalog.js'
import { useOutsideChanges } from '../../service/changes.js'
import { useLoad } from '../../service/load.js'
import { tn } from '../../texts/translate.js'
import { hiddenQueues, isHidden } from './hidden-queues.js'
import { countWaiting } from './read-inbox.js'

export const InboxCount = () => {
  const key = catalog.value && JSON.stringify(['inbox count', hiddenQueues.value])
  const { data, reload } = useLoad(key, (signal) => countWaiting(isHidden, signal), 'inbox count')
  useOutsideChanges(reload)
  // Others act too while this window is behind another one.
  useLayoutEffect(() => {
    const onVisible = () => !document.hidden && reload()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [reload])
  if (!data) return null
  return (
    <span class="navigation-count">
      <span aria-hidden="true">{formatShort(data)}</span>
      <span class="visually-hidden">
        {tn(data, '{count} record waits.', '{count} records wait.')}
      </span>
    </span>
  )
}
