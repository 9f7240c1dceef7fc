/** The views of a page that the service stores: those of the caller, and public ones. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../../browser/router.js'
import type { Result } from '../../../service/connection.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import {
  createView,
  readView,
  reloadSavedViews,
  removeView,
  type SavedView,
  updateView,
  useSavedViews,
} from '../../../service/saved-views.js'
import { t, tn } from '../../../texts/translate.js'
import { Button, IconButton } from '../../../ui/button.js'
import { confirm } from '../../../ui/confirm-dialog.js'
import { describeError, Loading } from '../../../ui/notices.js'
import { toast } from '../../../ui/toasts.js'
import { type Sharing, SharingForm } from './sharing-form.js'
import { nameView, openedViewId, showView } from './use-opened-view.js'
import { type ViewPage, viewAddress } from './view-address.js'
import { CopyLink, copyAddress } from './view-links.js'
import { deleteView, type TableView, viewsOf } from './views.js'

interface ListProps {
  readonly kind: ViewPage['kind']
  /** Null for the dashboard over several resources. */
  readonly resource: ResourceEntry | null
  /** What the page shows now. */
  readonly shown: TableView
  readonly close: () => void
}

/** Shows the error of a request, when the page has the current views. Returns true without one. */
const succeeded = async (result: Result<unknown>, view?: SavedView): Promise<boolean> => {
  if (result.ok) return true
  const { status } = result.error
  const isOlder = view !== undefined && status === 412
  if (isOlder || status === 404) await reloadSavedViews()
  toast(
    isOlder
      ? t('Somebody has changed the view in the meantime, so nothing was saved.')
      : describeError(result.error),
    'error',
  )
  return false
}

const audienceOf = (resource: ResourceEntry | null): string =>
  resource
    ? t('Everyone who may read {title} sees the view, and the values of its filter.', {
        title: resource.title,
      })
    : t('Everyone sees the view, and the values of its filters.')

interface StoredViewsProps extends ListProps {
  /** The view that the address names. */
  readonly opened: SavedView | undefined
  /** The page shows something else than the view. */
  readonly isChanged: boolean
}

export const StoredViews = (props: StoredViewsProps) => {
  const { resource, shown, opened, isChanged, close } = props
  const page: ViewPage = { kind: props.kind, resource: resource?.resourceKey ?? null }
  const views = useSavedViews()?.filter(
    (view) => view.kind === page.kind && view.resource === page.resource,
  )
  const open = useOpening(close)
  const save = async (sharing: Sharing) => {
    const state = { ...shown }
    const result = await createView({ ...sharing, ...page, state })
    if (!(await succeeded(result)) || !result.ok) return
    nameView(result.data)
    close()
  }
  return (
    <div class="menu views">
      {opened && isChanged && <Changes {...props} opened={opened} />}
      {views ? (
        <ul class="menu-list" aria-label={t('Views')}>
          {views.map((view) => (
            <StoredView
              key={view.id}
              {...{ view, resource, open, close }}
              isOpen={view.id === opened?.id}
            />
          ))}
          {views.length === 0 && <li class="faint">{t('No saved views yet.')}</li>}
        </ul>
      ) : (
        <Loading rows={2} />
      )}
      <SharingForm audience={audienceOf(resource)} action={t('Save as')} onSave={save} />
      {resource && page.kind === 'table' && <MoveLocalViews resourceKey={resource.resourceKey} />}
      <CopyLink close={close} />
    </div>
  )
}

/** Opens views as they are now. The last one that the user has chosen counts. */
const useOpening = (close: () => void) => {
  const wanted = useRef<string | undefined>(undefined)
  useLayoutEffect(
    () => () => {
      wanted.current = undefined
    },
    [],
  )
  return async ({ id }: SavedView): Promise<void> => {
    wanted.current = id
    const result = await readView(id)
    if (wanted.current !== id || !(await succeeded(result)) || !result.ok) return
    showView(result.data)
    close()
  }
}

/** Saves what was changed in the open view, or undoes it. */
const Changes = ({
  shown,
  opened,
  close,
}: Pick<StoredViewsProps, 'shown' | 'close'> & { readonly opened: SavedView }) => {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    // A second request would have the version before the first one.
    if (isBusy) return
    setBusy(true)
    const result = await updateView(opened, { state: { ...shown } })
    if (await succeeded(result, opened)) close()
    setBusy(false)
  }
  return (
    <div class="row view-changes">
      {opened.editable && (
        <Button kind="primary" aria-busy={isBusy} onClick={save}>
          {t('Save the changes')}
        </Button>
      )}
      <Button
        onClick={() => {
          showView(opened)
          close()
        }}
      >
        {t('Reset')}
      </Button>
    </div>
  )
}

interface StoredViewProps extends Pick<ListProps, 'resource' | 'close'> {
  readonly view: SavedView
  readonly isOpen: boolean
  readonly open: (view: SavedView) => void
}

const StoredView = ({ view, resource, isOpen, open, close }: StoredViewProps) => {
  const [isEditing, setEditing] = useState(false)
  const { id, name, visibility, owner, pinned, editable } = view
  if (isEditing) {
    return (
      <li>
        <SharingForm
          audience={audienceOf(resource)}
          initial={view}
          action={t('Save')}
          onSave={async (sharing) => {
            if (await succeeded(await updateView(view, sharing), view)) setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    )
  }
  const remove = async () => {
    close()
    const isAgreed =
      visibility === 'private' ||
      (await confirm({
        title: t('Delete {name}', { name }),
        text: t('Everyone who uses this view loses it.'),
        action: t('Delete'),
        isDangerous: true,
      }))
    if (!isAgreed || !(await succeeded(await removeView(view), view))) return
    if (openedViewId() === id) setQuery({ view: undefined }, { replace: true })
  }
  return (
    <li class="view-item">
      <button type="button" class="menu-item" aria-pressed={isOpen} onClick={() => open(view)}>
        <span class="cut" dir="auto">
          {name}
        </span>
        {(visibility === 'public' || pinned) && (
          <span class="faint small cut">
            {[
              ...(visibility === 'public' ? [t('Public, by {owner}', { owner })] : []),
              ...(pinned ? [t('pinned')] : []),
            ].join(' · ')}
          </span>
        )}
      </button>
      <IconButton
        icon="link"
        label={t('Copy the link of {name}', { name })}
        onClick={() => copyAddress(viewAddress(view, '', id))}
      />
      {editable && (
        <>
          <IconButton
            icon="edit"
            label={t('Edit {name}', { name })}
            onClick={() => setEditing(true)}
          />
          <IconButton icon="trash" label={t('Delete {name}', { name })} onClick={remove} />
        </>
      )}
    </li>
  )
}

/** Offers to move views that this browser stored before the service did. */
const MoveLocalViews = ({ resourceKey }: { readonly resourceKey: string }) => {
  const views = viewsOf(resourceKey)
  if (views.length === 0) return null
  const move = async () => {
    for (const { name, query, layout } of views) {
      const result = await createView({
        ...{ name, kind: 'table', resource: resourceKey, visibility: 'private', pinned: false },
        state: { query, layout },
      })
      if (!(await succeeded(result))) return
      deleteView(resourceKey, name)
    }
  }
  return (
    <div class="view-move">
      <p class="faint small">
        {tn(
          views.length,
          'One view is only in this browser.',
          '{count} views are only in this browser.',
        )}
      </p>
      <Button icon="upload" onClick={move}>
        {t('Move to the service')}
      </Button>
    </div>
  )
}
