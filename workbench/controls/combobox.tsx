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
  /** Shown while nothing is typed. */
  readonly label: string
  readonly isSelected: (value: FieldOption['value']) => boolean
  readonly onChoose: (option: FieldOption) => void
  /** Removes the value, or the last of them. */
  readonly onClear: (() => void) | undefined
  readonly isMultiple?: boolean
}

export const Combobox = (props: ComboboxProps) => {
  const { field, id, values, labelOf, label, isMultiple = false } = props
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const choices = useChoices(field, { search: typed?.trim() ?? '', values, isOpen })
  const { missing } = dependency(field, values)
  const isDisabled = props.disabled || missing !== undefined
  const canSearch = field.optionSource?.search.enabled ?? true
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
  // What is chosen may move the input.
  useLayoutEffect(place)
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
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = keys[event.key]
    const isHandled = handle?.({
      choices,
      active,
      setActive,
      isOpen,
      open,
      close,
      choose,
      typed,
      props,
    })
    if (isHandled) event.preventDefault()
  }
  const text = typed ?? (isMultiple ? '' : label)
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
        value={text}
        readOnly={!canSearch}
        disabled={isDisabled}
        placeholder={
          missing === undefined
            ? (field.placeholder ?? t('Search…'))
            : t('Choose first: {field}', { field: labelOf(missing) })
        }
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setOpen(true)
          setActive(currentTarget.value.trim() === '' ? -1 : 0)
        }}
        onClick={() => !isOpen && open()}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <ComboboxMark
        hasValue={!isMultiple && label !== ''}
        isDisabled={isDisabled}
        onClear={props.onClear}
      />
      {isOpen && (
        <OptionList
          popup={popup}
          id={id}
          label={field.label}
          choices={choices}
          active={active}
          isMultiple={isMultiple}
          isSelected={props.isSelected}
          onChoose={choose}
        />
      )}
    </div>
  )
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
    // Keyboards clear the text instead.
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

/** True if the key is handled. */
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
