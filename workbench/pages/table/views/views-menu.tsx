/** The menu that shows, saves, renames, deletes and shares the named views of a page. */
import { query } from '../../../browser/router.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { hasViewStore, viewById } from '../../../service/saved-views.js'
import { t } from '../../../texts/translate.js'
import { later } from '../../../ui/later.js'
import { Menu } from '../../../ui/menu.js'
import { Loading } from '../../../ui/notices.js'
import { isSameLayout } from '../columns/layout.js'
import { tablePreferences } from '../columns/table-preferences.js'
import { openedViewId } from './use-opened-view.js'
import type { ViewPage } from './view-address.js'
import { type TableView, tableViewOf, viewQuery, viewsOf } from './views.js'

const placeholder = (
  <div class="menu views">
    <Loading rows={3} />
  </div>
)
const LocalViews = later(async () => (await import('./lists.js')).LocalViews, placeholder)
const StoredViews = later(async () => (await import('./lists.js')).StoredViews, placeholder)

const isSame = (a: TableView, b: TableView): boolean =>
  a.query === b.query && isSameLayout(a.layout, b.layout)

interface ViewsMenuProps {
  readonly resource: ResourceEntry
  readonly isCompact: boolean
}

export const ViewsMenu = (props: ViewsMenuProps) => {
  const { layout } = tablePreferences(props.resource.resourceKey)
  const shown = { query: viewQuery(query.value), layout }
  return hasViewStore() ? (
    <StoredViewsMenu {...props} kind="table" shown={shown} />
  ) : (
    <LocalViewsMenu {...props} shown={shown} />
  )
}

type MenuOfViews = ViewsMenuProps & { readonly shown: TableView }

/** Views in this browser. */
const LocalViewsMenu = ({ resource, isCompact, shown }: MenuOfViews) => {
  const current = viewsOf(resource.resourceKey).find((view) => isSame(view, shown))
  return (
    <Menu label={current?.name ?? t('Views')} icon="save" isCompact={isCompact}>
      {(close) => <LocalViews {...{ resource, shown, current, close }} />}
    </Menu>
  )
}

interface StoredViewsMenuProps extends Omit<MenuOfViews, 'resource'> {
  readonly kind: ViewPage['kind']
  /** Null for the dashboard over several resources. */
  readonly resource: ResourceEntry | null
}

/** Views of the service. The one that is open may have been changed since. */
export const StoredViewsMenu = ({ isCompact, ...page }: StoredViewsMenuProps) => {
  const { shown } = page
  const opened = viewById(openedViewId() ?? '')
  const isChanged = opened !== undefined && !isSame(tableViewOf(opened), shown)
  const label = !opened
    ? t('Views')
    : isChanged
      ? t('{name} (changed)', { name: opened.name })
      : opened.name
  return (
    <Menu label={label} icon="save" isCompact={isCompact}>
      {(close) => <StoredViews {...page} {...{ opened, isChanged, close }} />}
    </Menu>
  )
}
