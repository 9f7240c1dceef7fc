/** Inputs for values that users type: texts, numbers, dates and times. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { language } from '../browser/locale.js'
import { unitNameOf } from '../fields/measure.js'
import { t } from '../texts/translate.js'
import type { InputProps } from './input-props.js'
import { printNumber, readNumber } from './numbers.js'
import {
  inputToInstant,
  inputToLocal,
  inputToTime,
  instantToInput,
  localToInput,
  timeToInput,
} from './times.js'
import { isSame, Unreadable } from './unreadable.js'

/** Converts between a value and the text of an input. */
interface Codec {
  readonly print: (value: unknown) => string
  readonly read: (text: string, props: InputProps) => unknown
  readonly attributes: JSX.IntrinsicElements['input']
}

/** Keeps the typed text, such as `12.`, while its value is still the value of the field. */
const useDraft = (
  value: unknown,
  print: (value: unknown) => string,
  read: (text: string) => unknown,
  onChange: (value: unknown) => void,
): readonly [string, (text: string) => void] => {
  const [draft, setDraft] = useState<{ text: string; value: unknown }>()
  const text =
    draft && isSame(draft.value, value)
      ? draft.text
      : value instanceof Unreadable
        ? value.text
        : print(value)
  const change = (typed: string) => {
    const next = read(typed)
    setDraft({ text: typed, value: next })
    onChange(next)
  }
  return [text, change]
}

const printText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

const readText = (text: string, { field }: InputProps): unknown =>
  text === '' && field.nullable ? null : text

const textCodec = (attributes: JSX.IntrinsicElements['input']): Codec => ({
  print: printText,
  read: readText,
  attributes: { dir: 'auto', ...attributes },
})

const dateCodec: Codec = {
  print: (value) => (typeof value === 'string' ? value.slice(0, 10) : ''),
  read: (text) => (text === '' ? null : text),
  attributes: { type: 'date', max: '9999-12-31' },
}
const instantCodec: Codec = {
  print: instantToInput,
  read: inputToInstant,
  attributes: { type: 'datetime-local', max: '9999-12-31T23:59:59' },
}
const localCodec: Codec = { ...instantCodec, print: localToInput, read: inputToLocal }
const timeCodec: Codec = { print: timeToInput, read: inputToTime, attributes: { type: 'time' } }

/** A native input. It reports text that the browser cannot read as unreadable. */
const TypedInput = ({ codec, ...props }: InputProps & { codec: Codec }) => {
  const { field, id, value, onChange, disabled, accessibility } = props
  const [text, change] = useDraft(value, codec.print, (typed) => codec.read(typed, props), onChange)
  return (
    <input
      class="input"
      {...codec.attributes}
      {...accessibility}
      id={id}
      value={text}
      disabled={disabled}
      placeholder={field.placeholder}
      onInput={({ currentTarget }) => {
        // The text of an incomplete date is empty.
        if (currentTarget.validity.badInput) onChange(new Unreadable(currentTarget.value))
        else change(currentTarget.value)
      }}
    />
  )
}

const inputOf =
  (codec: Codec) =>
  (props: InputProps): JSX.Element => <TypedInput {...props} codec={codec} />

export const TextInput = inputOf(textCodec({ type: 'text' }))
export const EmailInput = inputOf(
  textCodec({ type: 'text', inputMode: 'email', autocomplete: 'off' }),
)
export const UrlInput = inputOf(textCodec({ type: 'text', inputMode: 'url' }))
/** An input for passwords of records. Browsers must not fill in the password of the user. */
export const PasswordInput = inputOf(textCodec({ type: 'password', autocomplete: 'new-password' }))
export const DateInput = inputOf(dateCodec)
export const TimeInput = inputOf(timeCodec)

export const isLocal = (format: string | undefined): boolean => format === 'date-time-local'

/** An input for instants in the zone of the user, which the label names. */
export const DateTimeInput = (props: InputProps) => (
  <TypedInput {...props} codec={isLocal(props.field.format) ? localCodec : instantCodec} />
)

/**
 * An input of type `text`: inputs of type `number` round numbers, and drop text that they cannot
 * read.
 */
export const NumberInput = ({
  field,
  id,
  value,
  onChange,
  disabled,
  accessibility,
}: InputProps) => {
  const [text, change] = useDraft(
    value,
    (number) => printNumber(number, language.value),
    (typed) => readNumber(typed, language.value),
    onChange,
  )
  const unit = field.currency ?? daysOf(field.filterOperation) ?? unitNameOf(field, language.value)
  const input = (
    <input
      class="input"
      {...accessibility}
      id={id}
      type="text"
      inputMode={field.numericStep === 1 && (field.min ?? -1) >= 0 ? 'numeric' : 'decimal'}
      autocomplete="off"
      value={text}
      disabled={disabled}
      placeholder={field.placeholder}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  )
  if (unit === undefined) return input
  return (
    <div class="with-unit">
      {input}
      <span class="unit">{unit}</span>
    </div>
  )
}

const daysOf = (operation: string | undefined): string | undefined =>
  operation === 'IN_LAST_DAYS'
    ? t('days back')
    : operation === 'IN_NEXT_DAYS'
      ? t('days ahead')
      : undefined

/** A text area that grows with its text. */
export const TextArea = (props: InputProps) => (
  <Area {...props} print={printText} read={(text) => readText(text, props)} />
)

export const JsonInput = (props: InputProps) => (
  <Area
    {...props}
    isCode
    print={(value) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))}
    read={readJson}
  />
)

const readJson = (text: string): unknown => {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return new Unreadable(text)
  }
}

const maxAreaHeight = 320

const Area = ({
  id,
  field,
  value,
  onChange,
  disabled,
  accessibility,
  print,
  read,
  isCode = false,
}: InputProps & {
  print: (value: unknown) => string
  read: (text: string) => unknown
  isCode?: boolean
}) => {
  const element = useRef<HTMLTextAreaElement>(null)
  const [text, change] = useDraft(value, print, read, onChange)
  useEffect(() => {
    const { current } = element
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${Math.min(current.scrollHeight + 2, maxAreaHeight)}px`
  }, [text])
  return (
    <textarea
      ref={element}
      class={isCode ? 'input code' : 'input'}
      {...accessibility}
      id={id}
      rows={3}
      value={text}
      disabled={disabled}
      spellcheck={!isCode}
      dir={isCode ? 'ltr' : 'auto'}
      placeholder={field.placeholder}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
