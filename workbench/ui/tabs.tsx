/** Tabs as the ARIA Authoring Practices describe them: arrows, Home and End move among them. */
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { formatCount } from '../texts/translate.js'

export interface Tab {
  readonly id: string
  readonly title: string
  /** Count beside the title. An empty text keeps the room of a count that is not known. */
  readonly count?: number | string | undefined
  /** The title is faint, because the content is not available. */
  readonly isFaint?: boolean
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
  readonly onChange: (id: string) => void
  /** The panel of the current tab. */
  readonly children: ComponentChildren
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export const Tabs = ({ label, tabs, current, onChange, children }: TabsProps) => {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === current)
    const next = steps[event.key]?.(index, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(tabs[next]!.id)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, count, isFaint }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}-${id}`}
            class={isFaint ? 'faint-tab' : undefined}
            aria-selected={id === current}
            aria-controls={`${prefix}-panel`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {title}{' '}
            {count !== undefined && (
              <span class="tab-count">
                {typeof count === 'number' ? formatCount(count) : count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        id={`${prefix}-panel`}
        class="tab-panel"
        role="tabpanel"
        aria-labelledby={`${prefix}-${current}`}
      >
        {children}
      </div>
    </>
  )
}
