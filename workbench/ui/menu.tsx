/** A button that opens a popover with a menu or a form. Escape and clicks outside close it. */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icons.js'
import { place } from './place.js'

interface MenuProps {
  readonly label: string
  readonly icon?: IconName
  /** The button shows only the icon. */
  readonly isCompact?: boolean
  readonly kind?: 'primary' | 'quiet'
  readonly disabled?: boolean
  /** Draws the content of the popover. `close` closes it. */
  readonly children: (close: () => void) => ComponentChildren
}

export const Menu = ({ label, icon, isCompact, kind = 'quiet', disabled, children }: MenuProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  // An object for each time that the menu was opened. The browser reports only the last of several
  // quick clicks, so the menu may have been closed in between.
  const [opening, setOpening] = useState<object>()
  const close = () => {
    // The user has gone on while an entry worked, and keeps the focus.
    if (!popover.current?.matches(':popover-open')) return
    popover.current.hidePopover()
    button.current?.focus()
  }
  useLayoutEffect(() => {
    if (!opening || !button.current || !popover.current) return
    place(button.current, popover.current)
    popover.current.style.visibility = ''
  }, [opening])
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`button ${kind}`}
        popovertarget={id}
        aria-expanded={opening !== undefined}
        aria-label={isCompact ? label : undefined}
        title={isCompact ? label : undefined}
        disabled={disabled}
      >
        {icon && <Icon name={icon} />}
        {!isCompact && <span class="cut">{label}</span>}
      </button>
      <div
        ref={popover}
        id={id}
        class="popover"
        popover="auto"
        onBeforeToggle={({ newState, currentTarget }) => {
          // The popover is visible when it has its content and its place.
          if (newState === 'open') currentTarget.style.visibility = 'hidden'
        }}
        onToggle={(event) => setOpening(event.newState === 'open' ? {} : undefined)}
      >
        {opening && children(close)}
      </div>
    </>
  )
}

interface MenuItemProps {
  /** Undefined for entries that are not one of several choices. */
  readonly isChosen?: boolean
  readonly isDangerous?: boolean
  /** The reason why the entry cannot be chosen; empty if it can. */
  readonly obstacle?: string
  /** Closes the menu before the entry acts. Without it, the menu stays open. */
  readonly close?: () => void
  readonly onChoose: () => void
  readonly children: ComponentChildren
}

/** An entry of a list in a menu. */
export const MenuItem = (props: MenuItemProps) => {
  const { isChosen, isDangerous, obstacle = '', close, onChoose, children } = props
  const choose = () => {
    if (obstacle !== '') return
    close?.()
    onChoose()
  }
  return (
    <li>
      <button
        type="button"
        class={isDangerous ? 'menu-item danger' : 'menu-item'}
        aria-pressed={isChosen}
        aria-disabled={obstacle !== '' || undefined}
        onClick={choose}
      >
        {children}
        {obstacle && <span class="faint">{obstacle}</span>}
      </button>
    </li>
  )
}
