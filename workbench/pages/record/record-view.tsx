/** A record with its fields, surfaces and actions, beside a table or on its own page. */
import { useEffect } from 'preact/hooks'
import { addresses, query, route, setQuery } from '../../browser/router.js'
import { nameOf } from '../../fields/label.js'
import { useOutsideChanges } from '../../service/changes.js'
import { t } from '../../texts/translate.js'
import { Empty, ErrorNotice, Loading } from '../../ui/notices.js'
import { useShortcuts } from '../../ui/shortcuts.js'
import { Tabs } from '../../ui/tabs.js'
import { ActionBar } from '../../workflow/action-bar.js'
import { useTitle } from '../title.js'
import { DeletedRecord } from './deleted-record.js'
import { surfaceParameter } from './open-form.js'
import { RecordFacts } from './record-facts.js'
import { RecordHeader } from './record-header.js'
import { HistoryOfDeleted, offersHistory, RecordHistory } from './record-history.js'
import type { RecordViewProps } from './record-props.js'
import { SurfacePanel } from './surface-panel.js'
import { isDetail, type RecordSurface, tabsOf } from './surfaces.js'
import { type LoadedRecord, useRecord } from './use-record.js'
import { useRelatedCounts } from './use-related-counts.js'

/** Id of the tab with the history. Ids of surfaces do not begin with `~`. */
const historyTab = '~history'

export const RecordView = (props: RecordViewProps) => {
  const { resource, id, onChanged } = props
  const record = useRecord(resource, id)
  const change = () => {
    record.reload()
    onChanged()
  }
  useOutsideChanges(change)
  useEffect(() => {
    if (props.change) record.reload()
  }, [props.change])
  const name = nameOf(resource, record.row, id)
  useTitle(props.onClose || !record.row ? resource.title : name)
  return (
    <article class="record" aria-label={name} aria-busy={record.isLoading}>
      <RecordHeader {...props} record={record} name={name} />
      <RecordBody {...props} record={record} onChanged={change} />
    </article>
  )
}

type BodyProps = RecordViewProps & { readonly record: LoadedRecord }

const RecordBody = (props: BodyProps) => {
  const { resource, id, record, onClose } = props
  if (resource.schemas.detail === null) {
    return <Empty title={t('The resource does not support it.')} />
  }
  if (record.error?.status === 404) {
    return (
      <>
        <DeletedRecord {...props} shape={record.shape}>
          <Empty title={t('There is no such record.')}>
            <p>{t('It was deleted, or the caller may not see it.')}</p>
            {!onClose && <a href={addresses.table(resource.resourceKey)}>{resource.title}</a>}
          </Empty>
        </DeletedRecord>
        <HistoryOfDeleted {...{ resource, id }} shape={record.shape} />
      </>
    )
  }
  return (
    <>
      {record.error && <ErrorNotice error={record.error} onRetry={record.reload} />}
      {record.shape && record.row && <LoadedBody {...props} />}
      {!record.error && !(record.shape && record.row) && <Loading />}
    </>
  )
}

const LoadedBody = ({ resource, id, record, onChanged, onClose }: BodyProps) => {
  const { shape, row, etag, capabilities } = record
  const tabs = tabsOf(capabilities?.surfaces ?? [])
  const counts = useRelatedCounts(tabs, resource, row!)
  const chosenId = query.value.get(surfaceParameter)
  const hasHistory = offersHistory(capabilities)
  const isHistory = hasHistory && chosenId === historyTab
  const current = tabs.find((surface) => surface.id === chosenId) ?? tabs.find(isDetail) ?? tabs[0]
  const open = (surfaceId: string) => {
    const isFirst = tabs.find(isDetail)?.id === surfaceId
    setQuery({ [surfaceParameter]: isFirst ? undefined : surfaceId })
  }
  useEffect(() => () => forgetSurface(), [])
  useShortcuts(editShortcut(tabs, open))
  const files = { resource, id, etag, capabilities, onChanged }
  const facts = (
    <RecordFacts {...{ resource, files }} shape={shape!} row={row!} Title={onClose ? 'h3' : 'h2'} />
  )
  const version = etag ?? String(row!['datasetVersion'])
  const history = <RecordHistory {...{ resource, id, shape, version }} />
  return (
    <>
      {capabilities && capabilities.actions.length > 0 && (
        <ActionBar
          actions={capabilities.actions}
          {...{ resource, id, record: row, etag, shape, onDone: onChanged }}
        />
      )}
      {current ? (
        <Tabs
          label={t('Surfaces')}
          tabs={[
            ...tabs.map(({ id, title, availability }) => ({
              ...{ id, title, isFaint: !availability.allowed, count: counts.get(id) },
            })),
            ...(hasHistory ? [{ id: historyTab, title: t('History') }] : []),
          ]}
          current={isHistory ? historyTab : current.id}
          onChange={open}
        >
          {isHistory ? (
            history
          ) : isDetail(current) ? (
            facts
          ) : (
            <SurfacePanel
              key={current.id}
              {...{ surface: current, resource, id, record }}
              onSaved={() => {
                setQuery({ [surfaceParameter]: undefined }, { replace: true })
                onChanged()
              }}
              onCancel={() => setQuery({ [surfaceParameter]: undefined }, { replace: true })}
              onChanged={onChanged}
            />
          )}
        </Tabs>
      ) : (
        <>
          {facts}
          {hasHistory && history}
        </>
      )}
    </>
  )
}

/** Removes the parameter, which belongs to the record and not to the table behind it. */
const forgetSurface = () => {
  const isClosed = route.value.page === 'table' && !query.value.has('open')
  if (isClosed && query.value.has(surfaceParameter)) {
    setQuery({ [surfaceParameter]: undefined }, { replace: true })
  }
}

const editShortcut = (tabs: readonly RecordSurface[], open: (id: string) => void) => {
  const form = tabs.find(({ kind, availability }) => kind === 'FORM' && availability.allowed)
  return form ? [{ key: 'e', label: form.title, run: () => open(form.id) }] : []
}
