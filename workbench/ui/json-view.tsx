/**
 * JSON as a tree that folds. Numbers keep all their digits if the browser provides their source.
 */
import { useState } from 'preact/hooks'
import { t } from '../texts/translate.js'

/** A number that JavaScript would round. */
class Digits {
  constructor(readonly text: string) {}
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source: string }) => unknown

const keepDigits: Reviver = (_, value, context) =>
  typeof value === 'number' && context && String(value) !== context.source
    ? new Digits(context.source)
    : value

/** Returns undefined for a text that is not JSON, such as one that was cut. */
export const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text, keepDigits) }
  } catch {
    return undefined
  }
}

/** Number of members that are shown at first. */
const shownAtFirst = 100
/** Level above which objects are open at first. */
const openLevels = 3

export const JsonView = ({ value, level = 0 }: { value: unknown; level?: number }) => (
  <div class="json">
    <JsonNode value={value} level={level} />
  </div>
)

const JsonNode = ({ name, value, level }: { name?: string; value: unknown; level: number }) =>
  typeof value === 'object' && value !== null && !(value instanceof Digits) ? (
    <JsonBranch {...(name !== undefined && { name })} value={value} level={level} />
  ) : (
    <div class="json-leaf">
      <Name name={name} />
      <JsonValue value={value} />
    </div>
  )

const Name = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <span class="json-name">{name}</span>
      {': '}
    </>
  )

const JsonValue = ({ value }: { value: unknown }) => {
  if (value instanceof Digits) return <span class="json-number">{value.text}</span>
  const kind = value === null ? 'null' : typeof value
  return <span class={`json-${kind}`}>{JSON.stringify(value)}</span>
}

const JsonBranch = ({ name, value, level }: { name?: string; value: object; level: number }) => {
  const isList = Array.isArray(value)
  const members = Object.entries(value)
  const [isOpen, setOpen] = useState(level < openLevels && members.length <= shownAtFirst)
  const [count, setCount] = useState(shownAtFirst)
  const [start, end] = isList ? ['[', ']'] : ['{', '}']
  if (members.length === 0) {
    return (
      <div class="json-leaf">
        <Name name={name} />
        {start + end}
      </div>
    )
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name name={name} />
        {start}
        {!isOpen && <span class="faint"> {members.length} </span>}
        {!isOpen && end}
      </summary>
      {isOpen && (
        <div class="json-members">
          {members.slice(0, count).map(([member, item]) => (
            <JsonNode
              key={member}
              {...(isList ? {} : { name: member })}
              value={item}
              level={level + 1}
            />
          ))}
          {members.length > count && (
            <button type="button" class="button quiet" onClick={() => setCount(count * 10)}>
              {t('{count} more', { count: members.length - count })}
            </button>
          )}
        </div>
      )}
      {isOpen && <span>{end}</span>}
    </details>
  )
}
