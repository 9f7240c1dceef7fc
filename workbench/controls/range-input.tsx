/** Two inputs for the bounds of a range; dates also have presets. */
import type { JSX } from 'preact'
import { t } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import type { InputProps } from './input-props.js'
import { readRange, writeRange } from './ranges.js'
import {
  DateInput,
  DateTimeInput,
  isLocal,
  NumberInput,
  TextInput,
  TimeInput,
} from './text-inputs.js'
import { type PresetKey, presetKeys, presetRange, type RangeKind } from './times.js'
import { isSame } from './unreadable.js'

type Bound = (props: InputProps) => JSX.Element

const rangeOf =
  (Bound: Bound, presets?: (props: InputProps) => RangeKind) => (props: InputProps) => {
    const { field, id, value, onChange } = props
    const range = readRange(value)
    // The label of the range names the currency already.
    const { currency: _, ...plain } = field
    const limits = [field.min, field.max]
    const change = (index: 0 | 1, bound: unknown) => {
      const next = [...range] as [unknown, unknown]
      next[index] = bound
      onChange(writeRange(next))
    }
    return (
      <div class="stack tight">
        <div class="range">
          {([0, 1] as const).map((index) => {
            const limit = limits[index]
            const bound: InputProps = {
              ...props,
              id: index === 0 ? id : `${id}-to`,
              value: range[index],
              onChange: (next) => change(index, next),
              field: {
                ...plain,
                nullable: true,
                placeholder:
                  limit === undefined ? (index === 0 ? t('from') : t('to')) : String(limit),
              },
            }
            return (
              <label key={index} class="bound" for={bound.id}>
                <span class="visually-hidden">{index === 0 ? t('From') : t('To')}</span>
                <Bound {...bound} />
              </label>
            )
          })}
        </div>
        {presets && <Presets kind={presets(props)} {...props} />}
      </div>
    )
  }

const Presets = ({ kind, value, onChange, disabled }: InputProps & { kind: RangeKind }) => {
  const labels: Readonly<Record<PresetKey, string>> = {
    today: t('Today'),
    last7Days: t('Last 7 days'),
    thisMonth: t('This month'),
    last30Days: t('Last 30 days'),
    thisYear: t('This year'),
  }
  return (
    <div class="presets">
      {presetKeys.map((key) => {
        const range = presetRange(key, new Date(), kind)
        return (
          <Button
            key={key}
            class="small"
            kind="quiet"
            disabled={disabled}
            aria-pressed={isSame(range, value)}
            onClick={() => onChange(isSame(range, value) ? null : range)}
          >
            {labels[key]}
          </Button>
        )
      })}
    </div>
  )
}

export const NumberRange = rangeOf(NumberInput)
export const TextRange = rangeOf(TextInput)
export const TimeRange = rangeOf(TimeInput)
export const DateRange = rangeOf(DateInput, () => 'date')
export const DateTimeRange = rangeOf(DateTimeInput, ({ field }) =>
  isLocal(field.format) ? 'local' : 'instant',
)
