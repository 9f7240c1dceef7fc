/** A dashboard over several resources, which the address contains. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readStored, serviceKey, store } from '../../../browser/preferences.js'
import { query, setQuery } from '../../../browser/router.js'
import { catalog, service } from '../../../service/catalog.js'
import { hasStats, type ResourceEntry } from '../../../service/discovery.js'
import { hasViewStore } from '../../../service/saved-views.js'
import { t } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Empty, ErrorNotice, Loaded, Loading } from '../../../ui/notices.js'
import { openedViewId, useOpenedView } from '../../table/views/use-opened-view.js'
import { tableViewOf } from '../../table/views/views.js'
import { StoredViewsMenu } from '../../table/views/views-menu.js'
import { ChartList } from '../chart-list.js'
import type { Chart } from '../charts.js'
import type { Days } from '../days.js'
import { numberedKeys } from '../numbered-keys.js'
import {
  type Board,
  type BoardCard as Card,
  defaultBoard,
  fitted,
  maxCards,
  printBoard,
  readBoard,
  withRange,
} from './board.js'
import { BoardCard } from './board-card.js'
import { useMoves } from './move-buttons.js'
import { RangeControl } from './range-control.js'
import { type Source, useSources } from './sources.js'
import { dayIn, daysOf, type TimeRange } from './time-range.js'

/** Maximum number of resources of a dashboard that nobody has changed. */
const defaultResources = 6

const storageKey = (): string => serviceKey('board', 'home')

/** Returns the dashboard of the address, otherwise that of this browser; undefined for none. */
const useChosenBoard = () => {
  const sent = query.value.get('board')
  const chosen = readBoard(sent) ?? readBoard(readStored<unknown>(storageKey()))
  const change = (board: Board | undefined) => {
    store(storageKey(), board)
    // Without a dashboard, the address does not name a view of one either.
    const view = board && openedViewId()
    setQuery({ board: board && printBoard(board), view }, { replace: true })
  }
  // The address contains the dashboard on the screen, so that it can be shared.
  useEffect(() => {
    if (sent === null && chosen) setQuery({ board: printBoard(chosen) }, { replace: true })
  }, [])
  return { chosen, change }
}

const viewPage = { kind: 'dashboard', resource: null } as const

/** The dashboard, after the view that the address names is read. */
export const BoardPage = () => (useOpenedView(viewPage) ? <Loading /> : <ChosenBoard />)

const ChosenBoard = () => {
  const { chosen, change } = useChosenBoard()
  const resources = catalog.value!.resources.filter(hasStats)
  const keys = chosen
    ? [...new Set(chosen.cards.map(({ resource }) => resource))].toSorted()
    : resources.slice(0, defaultResources).map(({ resourceKey }) => resourceKey)
  const sources = useSources(keys)
  if (resources.length === 0) return <Empty title={t('There are no statistics for you here.')} />
  if (sources.error) return <ErrorNotice error={sources.error} onRetry={sources.reload} />
  if (!sources.data) return <Loading />
  const board =
    chosen ??
    defaultBoard(
      [...sources.data.values()].map(({ resource: { resourceKey }, fields }) => ({
        ...{ resourceKey, fields },
      })),
    )
  return (
    <BoardView
      {...{ board, resources, change }}
      sources={sources.data}
      isLoading={sources.isLoading}
      isChosen={chosen !== undefined}
    />
  )
}

interface BoardViewProps {
  readonly board: Board
  readonly resources: readonly ResourceEntry[]
  readonly sources: ReadonlyMap<string, Source>
  readonly isLoading: boolean
  readonly isChosen: boolean
  readonly change: (board: Board | undefined) => void
}

/** What a saved view of the dashboard contains. */
const shownView = (board: Board) =>
  tableViewOf({ state: { query: new URLSearchParams({ board: printBoard(board) }).toString() } })

const BoardView = (props: BoardViewProps) => {
  const { board, resources, sources, isLoading, isChosen, change } = props
  const { cards, range, isCompared } = board
  const today = dayIn(service.value?.zone ?? 'UTC', new Date())
  const days = range && daysOf(range, today)
  const keys = numberedKeys(cards.map(nameOf))
  const { element, isFull, toggle } = useFullScreen()
  const replace = (index: number) => (card: Card | undefined) =>
    change({ ...board, cards: cards.toSpliced(index, 1, ...(card ? [card] : [])) })
  const moves = useMoves(cards, (moved) => change({ ...board, cards: moved }))
  const changeRange = (next: TimeRange | undefined) =>
    change(withRange(board, next, next && daysOf(next, today)))
  return (
    <div class="page board" ref={element}>
      <header class="page-header">
        <div class="row">
          <h1>{t('Dashboard')}</h1>
          <span class="spacer" />
          {hasViewStore() && (
            <StoredViewsMenu {...viewPage} isCompact={false} shown={shownView(board)} />
          )}
          <AddCard
            {...{ resources, days }}
            isFull={cards.length >= maxCards}
            onAdd={(card) => change({ ...board, cards: [...cards, card] })}
          />
          {isChosen && <Button onClick={() => change(undefined)}>{t('Default charts')}</Button>}
          <Button icon="expand" aria-pressed={isFull} onClick={toggle}>
            {t('Full screen')}
          </Button>
        </div>
      </header>
      <div class="row board-range">
        <RangeControl
          {...{ board, days, today }}
          onRange={changeRange}
          onCompare={(next) => change({ ...board, isCompared: next })}
        />
      </div>
      <div class="charts">
        {cards.map((card, index) =>
          isLoading && !sources.has(card.resource) ? (
            <Loading key={keys[index]} rows={5} />
          ) : (
            <BoardCard
              key={keys[index]}
              {...{ card, days, isCompared, index, moves }}
              source={sources.get(card.resource)}
              onChange={replace(index)}
            />
          ),
        )}
      </div>
      {cards.length === 0 && <Empty title={t('No chart is shown.')} />}
      <span class="visually-hidden" role="status">
        {moves.message}
      </span>
    </div>
  )
}

/** A card keeps its key when others are removed or changed. */
const nameOf = ({ resource, chart }: Card): string => {
  const { kind, field } = (chart ?? {}) as Partial<Chart>
  return `${resource} ${kind} ${field}`
}

const useFullScreen = () => {
  const element = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  useLayoutEffect(() => {
    const note = () => setFull(document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', note)
    return () => document.removeEventListener('fullscreenchange', note)
  }, [])
  const toggle = () => {
    if (isFull) document.exitFullscreen()
    else element.current?.requestFullscreen()
  }
  return { element, isFull, toggle }
}

interface AddCardProps {
  readonly resources: readonly ResourceEntry[]
  readonly days: Days | undefined
  readonly isFull: boolean
  readonly onAdd: (card: Card) => void
}

const AddCard = (props: AddCardProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        icon="add"
        aria-haspopup="dialog"
        disabled={props.isFull}
        onClick={() => setOpen(true)}
      >
        {t('Add a chart')}
      </Button>
      {isOpen && <AddCardDialog {...props} close={close} />}
    </>
  )
}

const AddCardDialog = ({ resources, days, onAdd, close }: AddCardProps & { close: () => void }) => {
  const [chosen, setChosen] = useState(resources[0]!.resourceKey)
  const sources = useSources([chosen])
  return (
    <Dialog title={t('Add a chart')} onClose={close}>
      <label class="field">
        <span class="field-label">{t('Resource')}</span>
        <select
          class="input"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {resources.map(({ resourceKey, title }) => (
            <option key={resourceKey} value={resourceKey}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Loaded load={sources} rows={4}>
        {(data) => (
          <ChartList
            fields={data.get(chosen)?.fields ?? []}
            onChoose={(chart) => {
              onAdd({ resource: chosen, chart: fitted(chart, days), filter: {} })
              close()
            }}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
