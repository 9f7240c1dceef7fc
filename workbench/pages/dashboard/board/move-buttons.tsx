/** Buttons that move a card of a dashboard before or after its neighbour. */
import { useId, useState } from 'preact/hooks'
import { useFocusWhenDrawn } from '../../../controls/focus-when-drawn.js'
import { moveItem } from '../../../controls/list-items.js'
import { t } from '../../../texts/translate.js'
import { IconButton } from '../../../ui/button.js'

type Step = -1 | 1

export interface Moves {
  readonly count: number
  /** Id of the button that moves the card at a place. */
  readonly idOf: (index: number, step: Step) => string
  readonly move: (index: number, step: Step, title: string) => void
  /** Says where the card is that was moved last. */
  readonly message: string
}

/** The focus follows the card that moves. */
export const useMoves = <T,>(cards: readonly T[], change: (cards: readonly T[]) => void): Moves => {
  const prefix = useId()
  const [message, setMessage] = useState('')
  const focusWhenDrawn = useFocusWhenDrawn(cards)
  const count = cards.length
  const idOf = (index: number, step: Step) => `${prefix}-${index}-${step < 0 ? 'up' : 'down'}`
  return {
    ...{ count, idOf, message },
    move: (index, step, title) => {
      const place = index + step
      const isAtEnd = place === 0 || place === count - 1
      focusWhenDrawn(() =>
        document.getElementById(idOf(place, isAtEnd ? (-step as Step) : step))?.focus(),
      )
      change(moveItem(cards, index, place))
      setMessage(t('{label} {number}', { label: title, number: place + 1 }))
    },
  }
}

interface MoveButtonsProps {
  readonly moves: Moves
  readonly index: number
  readonly title: string
}

export const MoveButtons = ({ moves: { count, idOf, move }, index, title }: MoveButtonsProps) => (
  <>
    <IconButton
      id={idOf(index, -1)}
      icon="chevronUp"
      label={t('Move {label} up', { label: title })}
      disabled={index === 0}
      onClick={() => move(index, -1, title)}
    />
    <IconButton
      id={idOf(index, 1)}
      icon="chevronDown"
      label={t('Move {label} down', { label: title })}
      disabled={index === count - 1}
      onClick={() => move(index, 1, title)}
    />
  </>
)
