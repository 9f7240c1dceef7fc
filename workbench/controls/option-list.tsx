/** The list below a combobox, above everything else on the page. */
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { FieldOption } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Icon } from '../ui/icons.js'
import type { Choices } from './use-choices.js'

interface OptionListProps {
  readonly popup: RefObject<HTMLDivElement | null>
  readonly id: string
  readonly label: string
  readonly choices: Choices
  readonly active: number
  readonly isMultiple: boolean
  readonly isSelected: (value: FieldOption['value']) => boolean
  readonly onChoose: (option: FieldOption) => void
}

/** Pixels before the end of the list at which the next page is requested. */
const nearEnd = 80

export const OptionList = (props: OptionListProps) => {
  const { popup, id, label, choices, active, isMultiple, isSelected, onChoose } = props
  useEffect(() => {
    document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the input
    <div
      ref={popup}
      class="option-list"
      popover="manual"
      onMouseDown={(event) => event.preventDefault()}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - nearEnd) choices.loadMore()
      }}
    >
      <div role="listbox" id={`${id}-list`} aria-label={label} aria-multiselectable={isMultiple}>
        {choices.options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={String(option.value)}
            id={`${id}-option-${index}`}
            class={index === active ? 'option active' : 'option'}
            role="option"
            aria-selected={isSelected(option.value)}
            onClick={() => onChoose(option)}
          >
            <span class="cut" dir="auto">
              {option.label}
            </span>
            {isSelected(option.value) && <Icon name="check" />}
          </div>
        ))}
      </div>
      <p class="option-status" role="status">
        {statusOf(choices)}
      </p>
    </div>
  )
}

const statusOf = ({ options, isLoading, hasMore, message }: Choices): string | undefined => {
  if (message !== undefined) return message
  if (isLoading) return t('Loading')
  if (options.length === 0) return t('Nothing was found.')
  return hasMore ? t('Scroll for more') : undefined
}

const maxHeight = 320
const gap = 4

/** Places the list below the input, or above it where there is more room. */
export const placeList = (input: HTMLElement, popup: HTMLElement): void => {
  const { top, bottom, left, width } = input.getBoundingClientRect()
  const below = innerHeight - bottom - 2 * gap
  const isBelow = below >= Math.min(maxHeight, 200) || below >= top
  Object.assign(popup.style, {
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${Math.min(maxHeight, isBelow ? below : top - 2 * gap)}px`,
    top: isBelow ? `${bottom + gap}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + gap}px`,
  })
}
