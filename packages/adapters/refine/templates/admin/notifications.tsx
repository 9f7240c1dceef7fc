/** Messages at the edge of the screen, which a reader with a screen reader hears. */
import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import { useSyncExternalStore } from 'react'

const shownMs = 6_000

let notifications: OpenNotificationParams[] = []
const listeners = new Set<() => void>()
const update = (next: OpenNotificationParams[]) => {
  notifications = next
  for (const listener of listeners) listener()
}
const close = (key: string) => update(notifications.filter((each) => each.key !== key))

export const notificationProvider: NotificationProvider = {
  open: ({ key = String(Date.now()), ...params }) => {
    update([...notifications.filter((each) => each.key !== key), { key, ...params }])
    setTimeout(close, shownMs, key)
  },
  close,
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const Notifications = () => {
  const shown = useSyncExternalStore(subscribe, () => notifications)
  return (
    <div className="notifications" role="status">
      {shown.map(({ key = '', message, description, type }) => (
        <p key={key} className={type}>
          {description && <strong>{description} </strong>}
          {message}{' '}
          <button type="button" aria-label="Close" onClick={() => close(key)}>
            ×
          </button>
        </p>
      ))}
    </div>
  )
}
