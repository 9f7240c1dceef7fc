/** Sets the title of the window, from the title of the page and that of the service. */
import { useEffect } from 'preact/hooks'
import { shorten } from '../fields/label.js'
import { title as pageTitle } from '../service/catalog.js'

/** Without a title, the window has that of the service. */
export const useTitle = (title: string | undefined): void => {
  const name = pageTitle.value
  useEffect(() => {
    document.title = [title && shorten(title), name].filter(Boolean).join(' · ')
    return () => {
      document.title = name ?? ''
    }
  }, [title, name])
}
