/**
 * An input with a list of options, as the ARIA Authoring Practices describe the combobox with
 * list autocomplete: the focus stays in the input, arrows move through the list.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { FieldOption } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { IconButton } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { dependency } from './dependency.js'
import type { InputProps } from './input-props.js'
import { OptionList, placeList } from './option-list.js'
import { type Choices, useChoices } from './use-choices.js'

interface ComboboxProps extends InputProps {
  /** Text of the input while nothing is typed. */
  readonly label: string
  readonly isSelected: (value: FieldOption['value']) => boolean
  readonly onChoose: (option: FieldOption) => void
  /** Removes the value, or the last one of several. */
  readonly onClear: (() => void) | undefined
  readonly isMultiple?: boolean
}

export const Combobox = (props: ComboboxProps) => {
  const { field, id, values, labelOf, label, isMultiple = false } = props
  const { isOpen, typed, active, choices, ...state } = useCombobox(props)
  const { input, popup } = usePlacedPopup(isOpen)
  const { missing } = dependency(field, values)
  const isDisabled = props.disabled || missing !== undefined
  const canSearch = field.optionSource?.search.enabled ?? true
  return (
    <div class="combobox">
      <input
        ref={input}
        class="input"
        {...props.accessibility}
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-option-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        value={typed ?? (isMultiple ? '' : label)}
        readOnly={!canSearch}
        disabled={isDisabled}
        placeholder={
          missing === undefined
            ? (field.placeholder ?? t('Search…'))
            : t('Choose first: {field}', { field: labelOf(missing) })
        }
        onInput={({ currentTarget }) => state.type(currentTarget.value)}
        onClick={() => !isOpen && state.open()}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={state.onKeyDown}
        onBlur={state.leave}
      />
      <ComboboxMark
        hasValue={!isMultiple && label !== ''}
        isDisabled={isDisabled}
        onClear={props.onClear}
      />
      {isOpen && (
        <OptionList
          {...{ popup, id, choices, active, isMultiple, label: field.label }}
          isSelected={props.isSelected}
          onChoose={state.choose}
        />
      )}
    </div>
  )
}

/** The state of a combobox: the typed text, the open list and its active option. */
const useCombobox = (props: ComboboxProps) => {
  const { field, values, isMultiple = false } = props
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [marked, setActive] = useState(-1)
  const choices = useChoices(field, { search: typed?.trim() ?? '', values, isOpen })
  // Enter must not choose what was found for a text that has changed since.
  const active = choices.isStale ? -1 : marked
  const open = () => {
    setOpen(true)
    setActive(choices.options.findIndex(({ value }) => props.isSelected(value)))
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  const choose = (option: FieldOption | undefined) => {
    if (!option) return
    props.onChoose(option)
    if (isMultiple) setTyped(undefined)
    else close()
  }
  const leave = () => {
    if (typed?.trim() === '' && !isMultiple) props.onClear?.()
    close()
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    setActive(text.trim() === '' ? -1 : 0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const context = { choices, active, setActive, isOpen, open, close, choose, typed, props }
    if (keys[event.key]?.(context)) event.preventDefault()
  }
  return { isOpen, typed, active, choices, open, choose, leave, type, onKeyDown }
}

/** Shows the list as a popover beside the input, and moves it with the input. */
const usePlacedPopup = (isOpen: boolean) => {
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const place = () => {
    if (input.current && popup.current) placeList(input.current, popup.current)
  }
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    popup.current?.showPopover()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [isOpen])
  // Chosen values beside the input may move it.
  useLayoutEffect(place)
  return { input, popup }
}

const ComboboxMark = ({
  hasValue,
  isDisabled,
  onClear,
}: {
  hasValue: boolean
  isDisabled: boolean
  onClear: (() => void) | undefined
}) =>
  hasValue && onClear && !isDisabled ? (
    // Users of a keyboard clear the text instead.
    <IconButton
      class="combobox-mark"
      icon="close"
      label={t('Clear')}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  ) : (
    <span class="combobox-mark">
      <Icon name="chevronDown" />
    </span>
  )

interface KeyContext {
  readonly choices: Choices
  readonly active: number
  readonly setActive: (index: number) => void
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  readonly choose: (option: FieldOption | undefined) => void
  readonly typed: string | undefined
  readonly props: ComboboxProps
}

const move = ({ choices, active, setActive, isOpen, open }: KeyContext, step: 1 | -1): boolean => {
  if (!isOpen) {
    open()
    return true
  }
  const count = choices.options.length
  if (step > 0 && active >= count - 1 && choices.hasMore) {
    choices.loadMore()
    return true
  }
  if (count > 0) setActive(active < 0 && step < 0 ? count - 1 : (active + step + count) % count)
  return true
}

/** Handlers by key; each returns true if it has handled the key. */
const keys: Readonly<Record<string, (context: KeyContext) => boolean>> = {
  ArrowDown: (context) => move(context, 1),
  ArrowUp: (context) => move(context, -1),
  Enter: ({ isOpen, active, choices, choose }) => {
    if (!isOpen) return false
    choose(choices.options[active])
    return true
  },
  Escape: ({ isOpen, close, props }) => {
    if (isOpen) close()
    else if (!props.isMultiple && props.label !== '' && props.onClear) props.onClear()
    else return false
    return true
  },
  Backspace: ({ typed, props }) => {
    if (!props.isMultiple || (typed ?? '') !== '' || !props.onClear) return false
    props.onClear()
    return true
  },
}
