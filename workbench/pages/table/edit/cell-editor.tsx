/** The control of a field in the cell of a table. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Control } from '../../../controls/control.js'
import { changeValue } from '../../../controls/dependency.js'
import type { Values } from '../../../controls/input-props.js'
import { isSame } from '../../../controls/unreadable.js'
import type { Field } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'

/** Where the focus goes after a change was saved. */
export type Direction = 'down' | 'up' | 'right' | 'left' | 'none'

export interface CellEditorProps {
  /** The field as a request has it. */
  readonly field: Field
  /** The value at the start. */
  readonly value: unknown
  /** Values of the other fields of the row. */
  readonly values: Values
  /** The message of the service about the value at the start. */
  readonly message: string | undefined
  /** Replaces the value, as if it was typed now. */
  readonly typed: string
  /** Returns what is wrong with a value. */
  readonly faultOf: (value: unknown) => string | undefined
  readonly onSave: (value: unknown, direction: Direction) => void
  /** Called if the user leaves a value that is wrong. */
  readonly onLeaveWrong: (value: unknown, message: string) => void
  readonly onCancel: () => void
}

/** Choices are a list in a cell, which has no room for several buttons. */
const inCell = (field: Field): Field =>
  /^(radio|checkbox)$/.test(field.controlType) ? { ...field, controlType: 'select' } : field

const directions: Readonly<Record<string, Direction>> = {
  Enter: 'down',
  'Shift+Enter': 'up',
  Tab: 'right',
  'Shift+Tab': 'left',
}

export const CellEditor = (props: CellEditorProps) => {
  const { field, message, faultOf, onSave, onCancel, onLeaveWrong } = props
  const element = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState(props.value)
  const [isChecked, setChecked] = useState(message !== undefined)
  const isDone = useRef(false)
  // Handlers may run before the last value is drawn.
  const latest = useRef(value)
  useFirstFocus(element, props.typed)
  const fault = isChecked ? faultOf(value) : undefined
  const error = fault ?? (isSame(value, props.value) ? message : undefined)
  useEffect(() => {
    element.current?.querySelector('.field-error')?.scrollIntoView({ block: 'nearest' })
  }, [error])
  useEffect(
    () => () => {
      // The row may go away while its cell is edited, for example because the table is read again.
      if (isDone.current || isSame(latest.current, props.value)) return
      onLeaveWrong(latest.current, t('Not saved yet'))
    },
    [],
  )
  const finish = (work: () => void) => {
    // An editor that is closing loses the focus, which would save it again.
    if (isDone.current) return
    isDone.current = true
    work()
  }
  const save = (direction: Direction) => {
    if (isSame(latest.current, props.value) && message === undefined) {
      return finish(() => onSave(latest.current, direction))
    }
    if (faultOf(latest.current) !== undefined) return setChecked(true)
    finish(() => onSave(latest.current, direction))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.defaultPrevented || event.isComposing) return
    const direction = directions[event.shiftKey ? `Shift+${event.key}` : event.key]
    const isLineBreak = event.shiftKey && (event.target as Element).matches('textarea')
    if (!direction || isLineBreak) return
    event.preventDefault()
    save(direction)
  }
  const onEscape = (event: KeyboardEvent) => {
    // The first Escape closes an open list.
    const isOpen = (event.target as Element).getAttribute('aria-expanded') === 'true'
    if (event.key !== 'Escape' || isOpen) return
    event.preventDefault()
    event.stopPropagation()
    finish(onCancel)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isInside = (currentTarget as Element).contains(relatedTarget as Node | null)
    if (isInside || !document.hasFocus()) return
    const wrong = isSame(latest.current, props.value) ? undefined : faultOf(latest.current)
    if (wrong === undefined) save('none')
    else finish(() => onLeaveWrong(latest.current, wrong))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the control in it
    <div
      ref={element}
      class="cell-editor"
      onKeyDown={onKeyDown}
      onKeyDownCapture={onEscape}
      onFocusOut={leave}
    >
      <Control
        field={inCell(field)}
        value={value}
        values={{ ...changeValue([field], props.values, field.name, value) }}
        error={error}
        onChange={(next) => {
          latest.current = next
          setValue(next)
        }}
      />
    </div>
  )
}

/**
 * Moves the focus into the control before the browser handles the pressed key, so that what the
 * user types replaces the value.
 */
const useFirstFocus = (element: { readonly current: HTMLElement | null }, typed: string): void =>
  useLayoutEffect(() => {
    const input = element.current?.querySelector<HTMLElement>('input, select, textarea')
    input?.focus({ preventScroll: true })
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) {
      input.select()
      if (typed !== '') {
        input.setRangeText(typed, 0, input.value.length, 'end')
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    }
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
