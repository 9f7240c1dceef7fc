/** Content that opens below its summary, and is drawn only then. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface FoldedProps {
  readonly summary: ComponentChildren
  /** Class of the summary. */
  readonly class?: string
  readonly children: () => ComponentChildren
}

export const Folded = ({ summary, class: name, children }: FoldedProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class={name}>{summary}</summary>
      {isOpen && children()}
    </details>
  )
}
