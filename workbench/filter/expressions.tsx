/**
 * Groups of criteria, one of which a record must meet, and criteria of records that are left out.
 * Deeper expressions, which an address may have, are shown in words and kept.
 */
import { useId } from 'preact/hooks'
import { focusControl } from '../controls/control-id.js'
import { useFocusWhenDrawn } from '../controls/focus-when-drawn.js'
import { itemFields } from '../controls/list-items.js'
import type { CorollaryError } from '../service/connection.js'
import { optionLabel } from '../service/option-labels.js'
import type { Shape } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { Button, IconButton } from '../ui/button.js'
import { subjectOf } from './criteria.js'
import { Criterion, prefixOf } from './criterion.js'
import { describeMember } from './describe-filter.js'
import { partsOf } from './parts.js'
import { trashField } from './trash.js'
import { useColumns } from './use-columns.js'
import { type CriteriaDraft, draftOf } from './use-filter-draft.js'

export interface ExpressionsProps {
  readonly shape: Shape
  readonly draft: CriteriaDraft
  readonly error: CorollaryError | undefined
}

export const Expressions = (props: ExpressionsProps) => {
  const { draft } = props
  const groups = partsOf(draft.values['$or'])
  const changeGroups = (next: readonly object[]) => draft.change('$or', next)
  const [except] = partsOf(draft.values['$not'])
  const addId = useId()
  const exceptId = useId()
  const focusWhenDrawn = useFocusWhenDrawn(draft.values)
  const focusLater = (id: string) => focusWhenDrawn(() => document.getElementById(id)?.focus())
  return (
    <div class="filter-group stack">
      {groups.length > 0 && (
        <p class="field-label">{t('Records must match one of these groups')}</p>
      )}
      {groups.map((group, index) => (
        <Part
          key={index}
          {...props}
          title={t('Group {number}', { number: index + 1 })}
          place={`$or[${index}].`}
          choiceId={`${addId}-${index}`}
          draft={draftOf(props.shape.fields, group, (next) =>
            changeGroups(groups.with(index, next)),
          )}
          onRemove={() => {
            focusLater(addId)
            changeGroups(groups.toSpliced(index, 1))
          }}
        />
      ))}
      {except && (
        <Part
          {...props}
          title={t('Except records that match all of these')}
          place="$not."
          choiceId={exceptId}
          draft={draftOf(props.shape.fields, except, (next) => draft.change('$not', next))}
          onRemove={() => {
            focusLater(addId)
            draft.clear(['$not'])
          }}
        />
      )}
      <div class="row">
        <Button
          id={addId}
          kind="quiet"
          icon="add"
          // A choice needs two groups.
          onClick={() => changeGroups([...groups, {}, ...(groups.length === 0 ? [{}] : [])])}
        >
          {groups.length > 0 ? t('Add a group') : t('Match one of several groups')}
        </Button>
        {!except && (
          <Button
            kind="quiet"
            icon="add"
            onClick={() => {
              focusLater(exceptId)
              draft.change('$not', {})
            }}
          >
            {t('Except records that …')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface PartProps extends ExpressionsProps {
  readonly title: string
  readonly place: string
  /** Id of the choice of a criterion. */
  readonly choiceId: string
  readonly onRemove: () => void
}

const Part = ({ shape, draft, error, title, place, choiceId, onRemove }: PartProps) => {
  const columns = useColumns(shape)
  const words = {
    labelOf: optionLabel,
    subjectOf: (field: Parameters<typeof subjectOf>[0]) => subjectOf(field, columns),
  }
  const trash = trashField(shape)
  const fields = itemFields({ items: shape.fields }).filter((field) => field !== trash)
  const names = Object.keys(draft.values)
  const others = fields.filter(({ name }) => !names.includes(name))
  const focusWhenDrawn = useFocusWhenDrawn(draft.values)
  const add = (name: string) => {
    focusWhenDrawn(() => focusControl(prefixOf(place), name))
    draft.change(name, null)
  }
  return (
    <fieldset class="criteria-frame">
      <legend class="field-label">{title}</legend>
      <IconButton
        class="field-clear"
        icon="trash"
        label={t('Remove {label}', { label: title })}
        onClick={onRemove}
      />
      {names.map((name) => {
        const field = fields.find((each) => each.name === name)
        if (field) return <Criterion key={name} {...{ field, fields, draft, error, place }} />
        return <p key={name}>{describeMember(name, draft.values[name], shape.fields, words)}</p>
      })}
      <label class="visually-hidden" for={choiceId}>
        {t('Add a criterion to {label}', { label: title })}
      </label>
      <select
        class="input"
        id={choiceId}
        value=""
        onChange={({ currentTarget }) => {
          add(currentTarget.value)
          currentTarget.value = ''
        }}
      >
        <option value="">{t('Add a criterion')}</option>
        {others.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </fieldset>
  )
}
