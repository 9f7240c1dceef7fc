/** Pages and dialogs whose code is loaded when they are opened first. */
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts/translate.js'
import { Button } from './button.js'
import { Empty, Loading } from './notices.js'

/** @param placeholder is shown until the code is loaded */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ComponentChildren = <Loading />,
) =>
  function Later(props: Props) {
    const [Page, setPage] = useState<ComponentType<Props>>()
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      load().then(
        (loaded) => setPage(() => loaded),
        () => setFailed(true),
      )
    }, [])
    if (Page) return <Page {...props} />
    if (!hasFailed) return <>{placeholder}</>
    // A browser does not load a module again that has failed, until the page is reloaded.
    return (
      <Empty title={t('This page could not be loaded.')}>
        <Button onClick={() => location.reload()}>{t('Try again')}</Button>
      </Empty>
    )
  }

/** A dialog or a part of a page, before which nothing is shown. */
export const laterDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  later(load, null)
