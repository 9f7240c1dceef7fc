/**
 * A list of objects: a row for each, with the controls of its fields. Rows can be added and
 * removed, and moved if the list has an order of its own.
 */
import { useState } from 'preact/hooks'
import type { Field } from '../service/shape.js'
import { t, tn } from '../texts/translate.js'
import { Button, IconButton } from '../ui/button.js'
import { isRequired, isShown } from './conditions.js'
import { focusControl } from './control-id.js'
import { useFocusWhenDrawn } from './focus-when-drawn.js'
import type { InputProps, Values } from './input-props.js'
import { changeItem, isEdited, itemFields, keyOf, moveItem, newItem } from './list-items.js'
import { onLeave } from './on-leave.js'

/** Maximum number of rows that are drawn at first. */
const fewRows = 50
/** Maximum number of fields that fit beside each other. */
const fewFields = 6

export const ListInput = (props: InputProps) => {
  const { field, id, value, disabled, errorAt } = props
  const items = (Array.isArray(value) ? value : []) as readonly Values[]
  const fields = itemFields(field)
  const { message, add, change, move, remove } = useListEditing(props, items, fields)
  const [isWhole, setWhole] = useState(false)
  const hasErrorBelow = items.some(
    (_, index) =>
      index >= fewRows && fields.some(({ name }) => errorAt?.(`${index}.${name}`, false)),
  )
  const shown = isWhole || hasErrorBelow ? items : items.slice(0, fewRows)
  const isFull = field.maxItems !== undefined && items.length >= field.maxItems
  return (
    <div class="stack list-items">
      {shown.map((item, index) => (
        <ItemRow
          key={keyOf(item)}
          {...{ props, item, fields, index }}
          count={items.length}
          onChange={(name, next) => change(index, name, next)}
          onMove={(step) => move(index, step)}
          onRemove={() => remove(index)}
        />
      ))}
      {shown.length < items.length && (
        <div>
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {t('Show all {count}', { count: items.length })}
          </Button>
        </div>
      )}
      <div>
        <Button
          id={id}
          icon="add"
          disabled={disabled || isFull}
          onClick={() => {
            setWhole(true)
            add()
          }}
        >
          {t('Add')}
        </Button>
      </div>
      <span class="visually-hidden" role="status">
        {message}
      </span>
    </div>
  )
}

const rowPrefix = (id: string, item: Values): string => `${id}-${keyOf(item)}`

const moveButtonId = (id: string, item: Values, step: -1 | 1): string =>
  `${rowPrefix(id, item)}-${step < 0 ? 'up' : 'down'}`

/** Changes the list. The focus follows the row, and a message says what a screen does not. */
const useListEditing = (
  { id, field, onChange }: InputProps,
  items: readonly Values[],
  fields: readonly Field[],
) => {
  const [message, setMessage] = useState('')
  const focusWhenDrawn = useFocusWhenDrawn(items)
  const focusRow = (item: Values | undefined) => {
    const first = fields.find(({ readOnly }) => !readOnly)
    if (item && first) focusControl(rowPrefix(id, item), first.name)
    else document.getElementById(id)?.focus()
  }
  return {
    message,
    add: () => {
      const item = newItem(fields)
      focusWhenDrawn(() => focusRow(item))
      onChange([...items, item])
    },
    change: (index: number, name: string, value: unknown) =>
      onChange(items.with(index, changeItem(fields, items[index]!, name, value))),
    move: (index: number, step: -1 | 1) => {
      const item = items[index]!
      onChange(moveItem(items, index, index + step))
      const number = index + step + 1
      setMessage(t('{label} {number}', { label: field.label, number }))
      const isAtEnd = index + step === 0 || index + step === items.length - 1
      focusWhenDrawn(() =>
        document
          .getElementById(moveButtonId(id, item, isAtEnd ? (-step as -1 | 1) : step))
          ?.focus(),
      )
    },
    remove: (index: number) => {
      const rest = items.toSpliced(index, 1)
      focusWhenDrawn(() => focusRow(rest[index] ?? rest.at(-1)))
      onChange(rest)
      setMessage(tn(rest.length, '{count} is left.', '{count} are left.'))
    },
  }
}

/** Lists within items need a row of their own. */
const isInline = (fields: readonly Field[]): boolean =>
  fields.length <= fewFields && !fields.some(({ items }) => items)

interface ItemRowProps {
  /** Properties of the list. */
  readonly props: InputProps
  readonly item: Values
  readonly fields: readonly Field[]
  readonly index: number
  readonly count: number
  readonly onChange: (name: string, value: unknown) => void
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
}

const ItemRow = (row: ItemRowProps) => {
  const { props, item, fields, index, onChange } = row
  const { id, field, disabled, Control, errorAt = () => undefined } = props
  const [isLeft, setLeft] = useState(false)
  const error = errorAt(`${index}`, true)
  return (
    <fieldset
      class={isInline(fields) ? 'list-item inline' : 'list-item'}
      onFocusOut={onLeave(() => setLeft(true))}
    >
      <legend class="visually-hidden">
        {t('{label} {number}', { label: field.label, number: index + 1 })}
      </legend>
      <div class="form-grid">
        {fields.map((member) =>
          isShown(member, item) ? (
            <Control
              key={member.name}
              field={member}
              value={item[member.name]}
              values={item}
              labelOf={(name) => fields.find((other) => other.name === name)?.label ?? name}
              required={isRequired(member, item)}
              error={errorAt(`${index}.${member.name}`, isLeft)}
              errorAt={(path, isItemLeft) => errorAt(`${index}.${member.name}.${path}`, isItemLeft)}
              isPending={isEdited(item)}
              disabled={disabled}
              idPrefix={rowPrefix(id, item)}
              onChange={(next) => onChange(member.name, next)}
            />
          ) : (
            // The columns of the other rows keep their places.
            <span key={member.name} />
          ),
        )}
      </div>
      <RowButtons {...row} />
      {error !== undefined && <p class="field-error">{error}</p>}
    </fieldset>
  )
}

const RowButtons = ({ props, item, index, count, onMove, onRemove }: ItemRowProps) => {
  const { id, field, disabled } = props
  const label = t('{label} {number}', { label: field.label, number: index + 1 })
  const move = (step: -1 | 1, text: string, isPossible: boolean) => (
    <IconButton
      id={moveButtonId(id, item, step)}
      icon={step < 0 ? 'chevronUp' : 'chevronDown'}
      label={text}
      disabled={disabled || !isPossible}
      onClick={() => onMove(step)}
    />
  )
  return (
    <div class="row">
      {field.ordered && (
        <>
          {move(-1, t('Move {label} up', { label }), index > 0)}
          {move(1, t('Move {label} down', { label }), index < count - 1)}
        </>
      )}
      <IconButton
        icon="trash"
        label={t('Remove {label}', { label })}
        disabled={disabled}
        onClick={onRemove}
      />
    </div>
  )
}
