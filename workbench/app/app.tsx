/** The frame of the page: navigation, the caller, and the page that the address names. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { language } from '../browser/locale.js'
import { extensionModule, isReference } from '../browser/page-facts.js'
import { type Route, route, startRouter } from '../browser/router.js'
import { isNarrow } from '../browser/window-width.js'
import { ContractDrawer } from '../contract/contract-drawer.js'
import { HomePage } from '../pages/home/home-page.js'
import { type Recent, useRecent } from '../pages/home/recent.js'
import { startPeeks } from '../pages/peek/peeks.js'
import { RecordPage } from '../pages/record/record-page.js'
import { TablePage } from '../pages/table/table-page.js'
import { useTitle } from '../pages/title.js'
import { catalog, resourceOf, service, title } from '../service/catalog.js'
import { readResources, readService } from '../service/discovery.js'
import { loadExtension, ownPage } from '../service/extension.js'
import { caller } from '../service/identity.js'
import { useLoad } from '../service/load.js'
import { loadTexts, t } from '../texts/translate.js'
import { Confirmation } from '../ui/confirm-dialog.js'
import { later } from '../ui/later.js'
import { ErrorNotice, Loading } from '../ui/notices.js'
import { ShortcutHelp, startShortcuts } from '../ui/shortcuts.js'
import { Toasts, toast } from '../ui/toasts.js'
import { BottomBar } from './bottom-bar.js'
import { CallerBanner } from './caller-banner.js'
import { CallerDialog } from './caller-choice.js'
import { CommandPalette } from './command-palette.js'
import { Navigation } from './navigation.js'
import { Peeks } from './peeks.js'
import { TokenDialog } from './token-dialog.js'
import { TopBar } from './top-bar.js'

const AccessPage = later(async () => (await import('../pages/access/access-page.js')).AccessPage)
const ApiPage = later(async () => (await import('../pages/api/api-page.js')).ApiPage)
const BoardPage = later(async () => (await import('../pages/statistics.js')).BoardPage)
const CreatePage = later(async () => (await import('../pages/forms.js')).CreatePage)
const OwnPage = later(async () => (await import('../pages/own-page.js')).OwnPage)
const DashboardPage = later(async () => (await import('../pages/statistics.js')).DashboardPage)
const InboxPage = later(async () => (await import('../pages/inbox.js')).InboxPage)

/** Milliseconds that the first view waits for the module of the application. */
const extensionMs = 3_000

/** Cells of the application are there before the first table, unless their module fails or is late. */
const extensionSettled = new Promise<void>((resolve) => {
  const report = (text: string) => toast(`${extensionModule}: ${text}`, 'error')
  const timer = setTimeout(() => {
    report(t('The module loads slowly. Its cells and pages appear when it is loaded.'))
    resolve()
  }, extensionMs)
  loadExtension()
    .catch((error: unknown) => report(String(error)))
    .finally(() => {
      clearTimeout(timer)
      resolve()
    })
})

const useTexts = (): boolean => {
  const wanted = language.value
  const [ready, setReady] = useState<string>()
  useEffect(() => {
    Promise.all([loadTexts(), extensionSettled]).then(() => setReady(wanted))
    document.documentElement.lang = wanted
  }, [wanted])
  return ready !== undefined
}

/** Removes what the page has shown before its script ran, in the moment that the frame appears. */
const useFirstFrame = (isDrawn: boolean): void =>
  useLayoutEffect(() => {
    if (isDrawn) document.getElementById('first-frame')?.remove()
  }, [isDrawn])

export const App = () => {
  useLayoutEffect(() => {
    startRouter()
    if (isReference) return
    startShortcuts()
    startPeeks()
  }, [])
  const hasTexts = useTexts()
  const resources = useLoad('resources', readResources)
  const info = useLoad('service', readService)
  // Pages read the catalog and the facts of the service as signals, never those of another caller.
  useLayoutEffect(() => {
    catalog.value = resources.data
  }, [resources.data])
  useLayoutEffect(() => {
    service.value = info.data
    if (info.data) document.title = title.value
  }, [info.data])
  useFirstFrame(hasTexts)
  if (!hasTexts) return null
  const failure = resources.error
  // Pages differ by what the service offers, and do not change while somebody uses them.
  const isReady = catalog.value !== undefined && (service.value || info.error) !== undefined
  const isLoading = !(isReady || failure)
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('Skip to the content')}
      </a>
      <TopBar />
      <CallerBanner />
      <Navigation isLoading={isLoading} />
      <main id="main" class="main" tabIndex={-1}>
        {isReady ? (
          <CurrentPage key={caller.value} />
        ) : failure && failure.status !== 401 ? (
          <ErrorNotice error={failure} onRetry={resources.reload} />
        ) : (
          <Loading rows={14} />
        )}
      </main>
      {!isReference && isNarrow.value && <BottomBar />}
      {!isReference && <Tools />}
      <CallerDialog />
      <TokenDialog />
      <Confirmation />
      <Toasts />
    </div>
  )
}

/** Dialogs that the keyboard and the top bar open over a page of the workbench. */
const Tools = () => (
  <>
    <ContractDrawer />
    <CommandPalette />
    <ShortcutHelp />
    <Peeks />
  </>
)

const ownTitleOf = (path: string): string | undefined => {
  const page = ownPage(path)
  return page && t(page.title)
}

const titles: Readonly<Partial<Record<Route['page'], () => string>>> = {
  board: () => t('Dashboard'),
  inbox: () => t('Inbox'),
}

/** The part of the window's title that says what the page shows. */
const titleOf = (current: Route): string | undefined =>
  current.page === 'own'
    ? ownTitleOf(current.path)
    : 'resourceKey' in current
      ? resourceOf(current.resourceKey)?.title
      : titles[current.page]?.()

/** Returns the entry that the page adds to the list of recently opened pages. */
const openedBy = (current: Route): Recent | undefined => {
  if (current.page === 'table') return { resourceKey: current.resourceKey }
  if (current.page === 'record') return { resourceKey: current.resourceKey, id: current.id }
  return undefined
}

/**
 * The page that the address names. Its selections, drafts and dialogs end when the caller changes.
 */
const CurrentPage = () => {
  const current = route.value
  useRecent(openedBy(current))
  useTitle(titleOf(current))
  if (current.page === 'home') return <HomePage />
  if (current.page === 'access') return <AccessPage />
  if (current.page === 'board') return <BoardPage />
  if (current.page === 'inbox') return <InboxPage />
  if (current.page === 'api') return <ApiPage group={current.group} />
  if (current.page === 'own') {
    const page = ownPage(current.path)
    return page ? <OwnPage key={page.path} page={page} /> : <UnknownPage />
  }
  if (current.page === 'unknown') return <UnknownPage />
  const resource = catalog.value!.resources.find(
    ({ resourceKey }) => resourceKey === current.resourceKey,
  )
  if (!resource) return <UnknownPage />
  const key = resource.resourceKey
  if (current.page === 'create') return <CreatePage key={key} resource={resource} />
  if (current.page === 'dashboard') return <DashboardPage key={key} resource={resource} />
  if (current.page === 'record') {
    return <RecordPage key={`${key} ${current.id}`} resource={resource} id={current.id} />
  }
  return <TablePage key={key} resource={resource} />
}

const UnknownPage = () => (
  <div class="page">
    <h1>{t('This page does not exist.')}</h1>
    <p>{t('The resource may have another name, or the caller may not see it.')}</p>
  </div>
)
