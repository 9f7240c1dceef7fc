/** A page that the application draws. Its errors are shown in its place. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { WorkbenchPage } from '../../src/client/workbench-extension.js'
import { language } from '../browser/locale.js'
import { addresses, navigate } from '../browser/router.js'
import { api } from '../service/extension.js'
import { t } from '../texts/translate.js'
import { Empty } from '../ui/notices.js'

export const OwnPage = ({ page }: { page: WorkbenchPage }) => {
  const place = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  useEffect(() => {
    // A page that is left while it is drawn keeps an element of its own, which nobody sees.
    const element = document.createElement('div')
    place.current?.replaceChildren(element)
    setError(undefined)
    const drawing = draw(page, element)
    let isLeft = false
    drawing.catch((reason: unknown) => {
      if (!isLeft) setError(String(reason))
    })
    return () => {
      isLeft = true
      // An error while a page is left is the application's; the next page does not show it.
      drawing.then((leave) => leave?.()).catch(() => undefined)
    }
  }, [page, language.value])
  return (
    <div class="page">
      <h1>{t(page.title)}</h1>
      {error !== undefined && (
        <Empty title={t('This page could not be loaded.')}>
          <p class="faint">{error}</p>
        </Empty>
      )}
      <div ref={place} hidden={error !== undefined} />
    </div>
  )
}

const draw = async (page: WorkbenchPage, element: HTMLElement) =>
  page.render(element, {
    api,
    language: language.value,
    navigate: (path) => navigate(`${addresses.home()}${path}`),
  })
