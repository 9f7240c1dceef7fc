/** The UI schema of a form: groups, controls with their rules, and the items of owned lists. */
import {
  type ControlElement,
  type Layout,
  type Rule,
  RuleEffect,
  type UISchemaElement,
} from '@jsonforms/core'
import type { Field } from 'corollary/client'
import { hasRemoteOptions } from '../../shared/src/field-options.js'
import { isShown, shownFields, type Values } from '../../shared/src/form.js'

/** Fields without a group come first; groups follow in the order of their first field. */
export const uischemaOf = (fields: readonly Field[]): Layout => {
  const groups = new Map<string | undefined, UISchemaElement[]>([[undefined, []]])
  for (const field of shownFields(fields)) {
    const elements = groups.get(field.group) ?? []
    elements.push(controlOf(field, []))
    groups.set(field.group, elements)
  }
  const [ungrouped = [], ...others] = [...groups]
  return {
    type: 'VerticalLayout',
    elements: [
      ...(ungrouped[1] ?? []),
      ...others.map(([label, elements]) => ({ type: 'Group', label, elements })),
    ],
  }
}

/** @param place names of the lists around the field */
const controlOf = (field: Field, place: readonly string[]): ControlElement => {
  const path = [...place, field.name]
  const options = optionsOf(field, path)
  return {
    ...{ type: 'Control', scope: `#/properties/${field.name}`, label: field.label },
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(field.conditionalDisplay === undefined ? {} : { rule: ruleOf(field) }),
  }
}

const optionsOf = (field: Field, path: readonly string[]): Values => ({
  ...(hasRemoteOptions(field) ? { [optionsMember]: path.join('.') } : {}),
  ...(field.items ? { detail: detailOf(field.items, path), showSortButtons: field.ordered } : {}),
  ...(field.readOnly ? { readonly: true } : {}),
  ...(field.placeholder ? { placeholder: field.placeholder } : {}),
  ...controls[field.controlType],
})

/** The option that leads the control to its field. */
export const optionsMember = 'corollaryOptions'

/** Options of JSON Forms by the control of the contract. */
const controls: Readonly<Record<string, Values>> = {
  textarea: { multi: true },
  radio: { format: 'radio' },
  timePicker: { format: 'time' },
  password: { format: 'password' },
}

const detailOf = (items: readonly Field[], path: readonly string[]): Layout => ({
  type: 'HorizontalLayout',
  elements: shownFields(items).map((field) => controlOf(field, path)),
})

const ruleOf = (field: Field): Rule => ({
  effect: RuleEffect.SHOW,
  condition: {
    scope: '#',
    validate: ({ fullData }: { fullData: unknown }) => isShown(field, (fullData ?? {}) as Values),
  } as Rule['condition'],
})
