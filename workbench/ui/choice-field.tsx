/** Chooses one of a few choices, all of which are visible. */
import { useId } from 'preact/hooks'

interface ChoiceFieldProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly (readonly [value: T, label: string])[]
  readonly onChange: (value: T) => void
}

export const ChoiceField = <T extends string>(props: ChoiceFieldProps<T>) => {
  const { label, value, choices, onChange } = props
  const name = useId()
  return (
    <fieldset class="field">
      <legend class="field-label">{label}</legend>
      <div class="choices">
        {choices.map(([choice, title]) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
