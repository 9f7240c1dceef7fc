/**
 * Says whether an element has been in or near the window, so that only visible parts are loaded.
 */
import { useEffect, useRef, useState } from 'preact/hooks'

export const useSeen = <E extends Element>() => {
  const element = useRef<E>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: '100px' },
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  return { element, isSeen }
}
