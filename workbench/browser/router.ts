/** The address in the browser: the page, and the state of the page as query parameters. */
import { computed, signal } from '@preact/signals'
import { basePath, isReference, workbenchPath } from './page-facts.js'

const readLocation = () => ({
  path: location.pathname,
  query: location.search,
  hash: location.hash.slice(1),
})

const address = signal(readLocation())

export const query = computed(() => new URLSearchParams(address.value.query))

export const hash = computed(() => address.value.hash)

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'access' }
  | { readonly page: 'board' }
  /** A page of the application. */
  | { readonly page: 'own'; readonly path: string }
  | { readonly page: 'inbox' }
  | { readonly page: 'api'; readonly group: string | undefined }
  | {
      readonly page: 'table' | 'create' | 'dashboard'
      readonly resourceKey: string
    }
  | { readonly page: 'record'; readonly resourceKey: string; readonly id: string }
  | { readonly page: 'unknown' }

export const readRoute = (path: string): Route => {
  const parts = path
    .slice(basePath.length)
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  return isReference ? readReferenceRoute(parts) : readWorkbenchRoute(parts)
}

const readReferenceRoute = ([group, ...more]: readonly string[]): Route =>
  more.length === 0 ? { page: 'api', group } : { page: 'unknown' }

const readWorkbenchRoute = ([first, resourceKey, page, id, ...more]: readonly string[]): Route => {
  if (first === undefined) return { page: 'home' }
  if (first === 'access' && resourceKey === undefined) return { page: 'access' }
  if (first === 'dashboard' && resourceKey === undefined) return { page: 'board' }
  if (first === 'pages' && resourceKey !== undefined && page === undefined) {
    return { page: 'own', path: resourceKey }
  }
  if (first === 'inbox' && resourceKey === undefined) return { page: 'inbox' }
  if (first === 'api' && page === undefined) return { page: 'api', group: resourceKey }
  if (first !== 'resources' || resourceKey === undefined || more.length > 0) {
    return { page: 'unknown' }
  }
  if (page === undefined) return { page: 'table', resourceKey }
  if (page === 'records' && id !== undefined) return { page: 'record', resourceKey, id }
  if (page === 'new' && id === undefined) return { page: 'create', resourceKey }
  if (page === 'dashboard' && id === undefined) return { page: 'dashboard', resourceKey }
  return { page: 'unknown' }
}

/** Decodes a segment of a path. A text with a wrong encoding stays as it is. */
export const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const route = computed(() => readRoute(address.value.path))

const join = (base: string, parts: readonly (string | number)[]): string =>
  [base, ...parts.map((part) => encodeURIComponent(part))].join('/')

const segments = (...parts: readonly (string | number)[]): string => join(basePath, parts)

export const addresses = {
  home: () => basePath,
  access: () => segments('access'),
  /** The dashboard over several resources. */
  board: () => segments('dashboard'),
  own: (path: string) => segments('pages', path),
  /** The records of all resources that wait for an action. */
  inbox: () => segments('inbox'),
  api: (group?: string) =>
    segments(...(isReference ? [] : ['api']), ...(group === undefined ? [] : [group])),
  /**
   * Address of an operation in the workbench, where users of the reference at `/docs` can try it.
   */
  tryOut: (group: string, operationId: string) =>
    `${join(workbenchPath, ['api', group])}#${encodeURIComponent(operationId)}`,
  /** @param filter its criteria; none if it is empty */
  table: (resourceKey: string, filter: object = {}) => {
    const path = segments('resources', resourceKey)
    if (Object.keys(filter).length === 0) return path
    return `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
  },
  create: (resourceKey: string) => segments('resources', resourceKey, 'new'),
  dashboard: (resourceKey: string) => segments('resources', resourceKey, 'dashboard'),
  record: (resourceKey: string, id: string | number) =>
    segments('resources', resourceKey, 'records', id),
}

interface LeaveGuard {
  /** The page is left only if it resolves to true. */
  readonly mayLeave: () => Promise<boolean>
  /** The changes are in the page itself, and not in a form that is open in it. */
  readonly isOfPage: boolean
}

/** Set while something has unsaved changes. */
export const leaveGuard = signal<LeaveGuard | undefined>(undefined)

/** Query parameters that open a part of a page, which may contain a form. */
const openingParameters = ['open', 'surface'] as const

/** Returns true if the form or page that is open at one address is closed at the other. */
const leaves = (from: URL, to: URL): boolean =>
  from.pathname !== to.pathname ||
  (leaveGuard.value?.isOfPage !== true &&
    openingParameters.some((name) => from.searchParams.get(name) !== to.searchParams.get(name)))

const mayLeave = async (): Promise<boolean> => {
  if (leaveGuard.value && !(await leaveGuard.value.mayLeave())) return false
  leaveGuard.value = undefined
  return true
}

/** Goes to an address of the workbench. */
export const navigate = async (
  href: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<void> => {
  const url = new URL(href, location.href)
  const staysOnPage = url.pathname === location.pathname
  if (leaves(new URL(location.href), url) && !(await mayLeave())) return
  history[replace ? 'replaceState' : 'pushState'](null, '', url)
  address.value = readLocation()
  if (!staysOnPage) scrollTo(0, 0)
}

/** Changes parameters of the query; undefined removes one. */
export const setQuery = (
  changes: Readonly<Record<string, string | undefined>>,
  options?: { replace?: boolean },
): void => {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  navigate(`${location.pathname}${text === '' ? '' : `?${text}`}${location.hash}`, options)
}

/** Links of the workbench change the address without loading the page again. */
const followLink = (event: MouseEvent): void => {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const link = (event.target as Element | null)?.closest?.('a')
  if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) {
    return
  }
  const url = new URL(link.href)
  const isInside = url.pathname === basePath || url.pathname.startsWith(`${basePath}/`)
  if (url.origin !== location.origin || !isInside) return
  // The browser moves the focus to an element of the page.
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return
  event.preventDefault()
  navigate(link.href)
}

let current = location.href

/** Starts to follow links and the back button. */
export const startRouter = (): void => {
  addEventListener('click', followLink)
  addEventListener('popstate', async () => {
    const target = location.href
    if (leaveGuard.value && leaves(new URL(current), new URL(target))) {
      history.pushState(null, '', current)
      if (!(await mayLeave())) return
      history.replaceState(null, '', target)
    }
    address.value = readLocation()
  })
  address.subscribe(() => {
    current = location.href
  })
  addEventListener('beforeunload', (event) => {
    if (leaveGuard.value) event.preventDefault()
  })
}
