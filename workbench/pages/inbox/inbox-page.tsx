/**
 * The records of all resources that wait for an action of the caller, those that wait longest
 * first. They are acted on one after another.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { noteChange } from '../../service/changes.js'
import { useLoad } from '../../service/load.js'
import { formatCount, t, tn } from '../../texts/translate.js'
import { Button, IconButton } from '../../ui/button.js'
import { Folded } from '../../ui/folded.js'
import { Empty, ErrorNotice, Loading } from '../../ui/notices.js'
import { useShortcuts } from '../../ui/shortcuts.js'
import { ClosedQueues } from './closed-queues.js'
import { hiddenQueues, isHidden, noteUse, toggleQueue } from './hidden-queues.js'
import { InboxCard } from './inbox-card.js'
import { isClosed } from './queues.js'
import { type CountedQueue, type Item, readInbox, readItem } from './read-inbox.js'

/** Records at first, by how many more are shown, and at most. */
const size = { first: 20, most: 100 }
/** The page reads more records when fewer are left. */
const fewest = 3

const isActionable = ({ actions }: Item): boolean =>
  actions.some(({ availability }) => availability.allowed)

/** Records as they are after the caller has acted; undefined for those that no longer wait. */
type Changes = ReadonlyMap<string, Item | undefined>

const noChanges: Changes = new Map()

const useInbox = () => {
  const [most, setMost] = useState(size.first)
  const [changes, setChanges] = useState(noChanges)
  const key = JSON.stringify(['inbox', hiddenQueues.value, most])
  const load = useLoad(
    key,
    async (signal) => {
      const inbox = await readInbox(isHidden, most, signal)
      if (!signal.aborted) setChanges(noChanges)
      return inbox
    },
    'inbox',
  )
  const items = (load.data?.items ?? []).flatMap((item) =>
    changes.has(item.key) ? (changes.get(item.key) ?? []) : item,
  )
  const open = load.data?.queues.filter(({ queue }) => !isClosed(queue)) ?? []
  const total = open
    .filter(({ queue }) => !isHidden(queue))
    .reduce((sum, counted) => sum + counted.total, 0)
  const left = total - [...changes.values()].filter((item) => item === undefined).length
  const noteDone = async (item: Item): Promise<void> => {
    noteChange()
    const now = await readItem(item)
    const isSameState = now?.row[item.queue.stateField.name] === item.queue.state.value
    const next = now && isSameState && isActionable(now) ? now : undefined
    const remaining = items.filter((other) => isActionable(other) && other.key !== item.key)
    setChanges((previous) => new Map(previous).set(item.key, next))
    if (!next && remaining.length < fewest && left > items.length) load.reload()
  }
  return {
    load,
    open,
    closed: load.data?.queues.filter(({ queue, total }) => isClosed(queue) && total > 0) ?? [],
    mine: items.filter(isActionable),
    others: items.filter((item) => !isActionable(item)),
    left,
    noteDone,
    showMore:
      most < size.most && left > items.length ? () => setMost(most + size.first) : undefined,
  }
}

type InboxState = ReturnType<typeof useInbox>

export const InboxPage = () => {
  const inbox = useInbox()
  useEffect(noteUse, [])
  const { load, open, closed, mine, others, left, showMore } = inbox
  return (
    <div class="page inbox">
      <header class="page-header">
        <div class="row">
          <h1>{t('Inbox')}</h1>
          <p class="faint" role="status">
            {load.data && tn(left, '{count} record waits.', '{count} records wait.')}
          </p>
          <span class="spacer" />
          <IconButton icon="refresh" label={t('Refresh')} onClick={load.reload} />
        </div>
        {open.length > 1 && <QueueChoices queues={open} />}
      </header>
      {load.error && <ErrorNotice error={load.error} onRetry={load.reload} />}
      {!load.data && !load.error && <Loading />}
      {load.data && mine.length === 0 && !load.isLoading && (
        <Empty title={t('Nothing waits for you.')} />
      )}
      <MyItems {...inbox} />
      {showMore && <Button onClick={showMore}>{t('Show more')}</Button>}
      {(others.length > 0 || closed.length > 0) && (
        <Folded
          class="inbox-others"
          summary={t('What waits for others ({count})', {
            count: others.length + closed.reduce((sum, { total }) => sum + total, 0),
          })}
        >
          {() => (
            <>
              <ClosedQueues queues={closed} />
              <ul class="record-cards" aria-label={t('What waits for others')}>
                {others.map((item) => (
                  <li key={item.key} class="record-card">
                    <InboxCard item={item} onDone={() => inbox.noteDone(item)} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Folded>
      )}
    </div>
  )
}

/** Buttons that leave a queue out of the inbox, or take it back. */
const QueueChoices = ({ queues }: { readonly queues: readonly CountedQueue[] }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame around the buttons
  <div class="row" role="group" aria-label={t('What is shown')}>
    {queues.map(({ queue, total }) => (
      <Button
        key={queue.key}
        class="queue-choice"
        aria-pressed={!isHidden(queue)}
        onClick={() => toggleQueue(queue)}
      >
        {queue.resource.title}: {queue.state.label}
        <span class="faint">{formatCount(total)}</span>
      </Button>
    ))}
  </div>
)

/** The record of which the user has looked at last, also before another page. */
let lastKey: string | undefined

/** The records that the caller may act on: `j` and `k` move, digits act, Enter opens. */
const MyItems = ({ mine, noteDone }: InboxState) => {
  const list = useRef<HTMLUListElement>(null)
  const [activeKey, setActiveKey] = useState(lastKey)
  const found = mine.findIndex(({ key }) => key === activeKey)
  const active = Math.max(found, 0)
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
  const move = (step: number) => {
    const target = cards()[found < 0 ? 0 : Math.min(Math.max(active + step, 0), mine.length - 1)]
    target?.focus()
  }
  const act = (place: number) => {
    const buttons = cards()[active]?.querySelectorAll<HTMLElement>('.inbox-actions > button')
    buttons?.[place]?.click()
  }
  const titles = mine[active]?.actions.map(({ title }) => title) ?? []
  useShortcuts([
    { key: 'j', label: t('Next record'), run: () => move(1) },
    { key: 'k', label: t('Previous record'), run: () => move(-1) },
    ...titles.slice(0, 9).map((label, index) => ({
      ...{ key: String(index + 1), label, run: () => act(index) },
    })),
    { key: 'Enter', label: t('Open the record') },
  ])
  const finish = async (item: Item) => {
    const place = mine.indexOf(item)
    const next = mine[place + 1] ?? mine[place - 1]
    await noteDone(item)
    // The dialog has returned the focus to a button that is gone, unless the user has gone on.
    if (document.activeElement !== document.body) return
    const element = next && cards().find(({ dataset }) => dataset['key'] === next.key)
    element?.focus()
  }
  if (mine.length === 0) return null
  return (
    <ul ref={list} class="record-cards" aria-label={t('Records')}>
      {mine.map((item, index) => (
        <li
          key={item.key}
          class="record-card"
          data-key={item.key}
          tabIndex={index === active ? 0 : -1}
          onFocusIn={() => {
            lastKey = item.key
            setActiveKey(item.key)
          }}
          onKeyDown={({ key, target, currentTarget }) => {
            if (key === 'Enter' && target === currentTarget) {
              currentTarget.querySelector<HTMLElement>('a')?.click()
            }
          }}
        >
          <InboxCard item={item} onDone={() => finish(item)} isActive={index === active} />
        </li>
      ))}
    </ul>
  )
}
