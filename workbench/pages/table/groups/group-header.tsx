/** The header of a group: its value and the number of its records. It folds the group. */
import { formatValue } from '../../../fields/format.js'
import type { Id } from '../../../service/discovery.js'
import { optionLabel, useOptionLabels } from '../../../service/option-labels.js'
import type { Field } from '../../../service/shape.js'
import { formatCount, t, tn } from '../../../texts/translate.js'
import { Icon } from '../../../ui/icons.js'
import { Value } from '../../../ui/value.js'
import type { Group, GroupHeaderProps } from './group.js'
import type { GroupField } from './group-fields.js'

/** Returns the component, which never differs while a table has the same groups. */
export const createGroupHeader =
  ({ stats, field }: GroupField) =>
  ({ header, toggle, line, isActive }: GroupHeaderProps) => {
    const { group } = header
    const canFold = group.isFolded !== undefined
    return (
      <button
        type="button"
        class="group-header"
        data-line={line}
        tabIndex={line === undefined || isActive ? 0 : -1}
        aria-expanded={canFold ? !group.isFolded : undefined}
        aria-disabled={!canFold}
        title={canFold ? undefined : t('The filter cannot leave out this group.')}
        onClick={() => canFold && toggle(header)}
      >
        {canFold && <Icon name={group.isFolded ? 'chevronRight' : 'chevronDown'} />}
        <GroupName {...{ field, group }} label={stats.label} />
        <GroupCount count={group.count} />
      </button>
    )
  }

interface GroupNameProps {
  readonly field: Field
  readonly label: string
  readonly group: Group
}

/** The value without a link, because a header is a button. */
const GroupName = ({ field, label, group: { key, row } }: GroupNameProps) => {
  if (key === null || key === undefined || key === '') {
    return <span class="faint">{t('No {label}', { label })}</span>
  }
  if (field.options) return <Value field={field} row={row} shape={{ fields: [] }} />
  const name = row[field.reference?.labelField ?? '']
  if (field.reference && !name) return <ReferredName field={field} id={key as Id} />
  return (
    <span class="cut" dir="auto">
      {name ? String(name) : formatValue(field, key)}
    </span>
  )
}

const ReferredName = ({ field, id }: { readonly field: Field; readonly id: Id }) => {
  useOptionLabels(field, [id])
  return (
    <span class="cut" dir="auto">
      {optionLabel(field, id) ?? id}
    </span>
  )
}

const GroupCount = ({ count }: Pick<Group, 'count'>) => {
  if (count === undefined) return null
  if (count !== null) {
    return (
      <span class="group-count">
        <span aria-hidden="true">{formatCount(count)}</span>
        <span class="visually-hidden">{tn(count, '{count} record', '{count} records')}</span>
      </span>
    )
  }
  return (
    <span class="group-count" title={t('There are too few records to show how many.')}>
      {t('few')}
    </span>
  )
}
