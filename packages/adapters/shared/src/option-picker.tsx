/** A control that finds options of the service by their label: one of them, or several. */
import type { Field, FieldOption } from 'corollary/client'
import { type CSSProperties, type KeyboardEvent, type ReactElement, useState } from 'react'
import type { OptionReader } from './field-options.js'
import type { Values } from './form.js'
import type { FormTexts } from './form-texts.js'
import { useLabels, useOptions } from './use-options.js'

type OptionValue = FieldOption['value']

export interface OptionPickerProps {
  readonly id: string
  readonly field: Field
  readonly reader: OptionReader
  /** A value, or a list of values if the field has several. */
  readonly value: unknown
  /** The values of the form, which the options may depend on. */
  readonly values: Values
  /** The fields of the form. */
  readonly fields: readonly Field[]
  readonly texts: FormTexts
  readonly isDisabled: boolean
  readonly isInvalid?: boolean
  readonly onChange: (value: OptionValue | readonly OptionValue[] | undefined) => void
}

export const OptionPicker = (props: OptionPickerProps): ReactElement => {
  const { id, field, value, texts, isDisabled, isInvalid = false, onChange } = props
  const isMultiple = field.multiple === true
  const chosen = (Array.isArray(value) ? value : [value]).filter(isPresent) as OptionValue[]
  const [search, setSearch] = useState<string>()
  const [active, setActive] = useState(-1)
  const [labels, remember] = useLabels(field, props.reader, chosen)
  const list = useOptions(props, search)
  const labelOf = (each: OptionValue): string => labels.get(each) ?? String(each)
  const shownText = isMultiple || chosen.length === 0 ? '' : labelOf(chosen[0]!)

  const close = (): void => {
    setSearch(undefined)
    setActive(-1)
  }
  const choose = (option: FieldOption): void => {
    remember([option])
    const others = chosen.filter((each) => each !== option.value)
    onChange(isMultiple ? [...others, option.value] : option.value)
    close()
  }
  const remove = (removed: OptionValue): void => onChange(chosen.filter((each) => each !== removed))
  const move = (step: number): void => {
    if (search === undefined) setSearch('')
    setActive(Math.max(0, Math.min(list.options.length - 1, active + step)))
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: close,
    Enter: () => {
      const option = list.options[active]
      if (option) choose(option)
    },
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keys[event.key]
    if (!act || (search === undefined && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    act()
  }

  return (
    <div className="corollary-options" style={{ position: 'relative' }}>
      {isMultiple &&
        chosen.map((each) => (
          <span key={String(each)} className="corollary-chosen">
            {labelOf(each)}{' '}
            <button
              type="button"
              aria-label={texts.removeOption(labelOf(each))}
              disabled={isDisabled}
              onClick={() => remove(each)}
            >
              ×
            </button>{' '}
          </span>
        ))}
      <input
        {...{ id, role: 'combobox', autoComplete: 'off', disabled: isDisabled, onKeyDown }}
        {...{ 'aria-expanded': search !== undefined, 'aria-controls': `${id}-options` }}
        {...(active >= 0 ? { 'aria-activedescendant': `${id}-option-${active}` } : {})}
        {...{ 'aria-invalid': isInvalid, 'aria-autocomplete': 'list' }}
        value={search ?? shownText}
        placeholder={field.placeholder ?? ''}
        onClick={() => setSearch(search ?? '')}
        onChange={({ target }) => {
          setSearch(target.value)
          setActive(-1)
          if (!isMultiple && target.value === '') onChange(undefined)
        }}
        onBlur={close}
      />
      {search !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: focus stays in the input, whose blur closes the list
        <div
          className="corollary-options-list"
          style={listStyle}
          onMouseDown={(event) => event.preventDefault()}
        >
          <div role="listbox" id={`${id}-options`} aria-label={field.label}>
            {list.options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              <div
                key={String(option.value)}
                id={`${id}-option-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active || chosen.includes(option.value)}
                style={index === active ? activeStyle : {}}
                onClick={() => choose(option)}
              >
                {option.label}
              </div>
            ))}
          </div>
          {list.message !== undefined && <div role="status">{list.message}</div>}
          {list.hasMore && (
            <button type="button" onClick={list.readMore}>
              {texts.moreOptions}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const listStyle: CSSProperties = {
  ...{ position: 'absolute', zIndex: 10, minWidth: 240, maxHeight: 240, overflow: 'auto' },
  ...{ background: 'Canvas', color: 'CanvasText', border: '1px solid GrayText', cursor: 'default' },
}
const activeStyle: CSSProperties = { background: 'Highlight', color: 'HighlightText' }

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
