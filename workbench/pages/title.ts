/** The title of the window: what the page shows, and the service. */
import { useEffect } from 'preact/hooks'
import { shorten } from '../fields/label.js'
import { service } from '../service/catalog.js'

/** Undefined: the service only. */
export const useTitle = (title: string | undefined): void => {
  const name = service.value?.title
  useEffect(() => {
    document.title = [title && shorten(title), name].filter(Boolean).join(' · ')
    return () => {
      document.title = name ?? ''
    }
  }, [title, name])
}
