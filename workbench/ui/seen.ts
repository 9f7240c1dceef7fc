/** Whether an element has been in the window, or close to it: to load what is visible only. */
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
