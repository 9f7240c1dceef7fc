/** Facts about the members of write shapes, and of requests and responses of actions. */
import { defined } from '../../foundation/json/defined.js'
import { idsField } from '../../model/compile/compile-actions.js'
import { fieldLabel } from '../../model/labels.js'
import type { ActionShapeModel, StructureMember } from '../../model/types/action-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'
import { actionShape, structureName } from './action-shapes.js'
import { componentName } from './components.js'
import { type ChoiceContext, recordChoice, referenceChoice } from './field-choice.js'
import {
  type FieldInfo,
  type FieldInfos,
  ofColumn,
  withChoice,
  withReferences,
  withRules,
} from './field-info.js'
import { placeOfWritten } from './field-places.js'
import { memberRules } from './rule-logic.js'

export const writeInfos = (
  resource: ResourceModel,
  at: string,
  shape: WriteShapeModel,
  context: ChoiceContext,
): FieldInfos => {
  const said = memberRules(resource.rules, shape)
  return new Map(
    [...shape.fields.values()].map((field) => {
      const { name, hints } = field
      const column = field.type === 'column' ? field.column : undefined
      return [
        name,
        {
          ...ofColumn(name, column, hints),
          ...(field.type !== 'column' && !hints?.label
            ? { label: fieldLabel(field.relation.field) }
            : {}),
          ...(field.type === 'owned'
            ? itemsOf(resource, at, field, context)
            : {
                ...withChoice(referenceChoice(resource, placeOfWritten(field), context)),
                ...withReferences(placeOfWritten(field), context),
              }),
          ...withRules(said.get(name)),
        },
      ]
    }),
  )
}

/** Members of an action: values are like those of a write shape, structures have items. */
export const actionInfos = (
  resource: ResourceModel,
  at: string,
  { members, values }: ActionShapeModel,
  context: ChoiceContext,
): FieldInfos => {
  const infos = writeInfos(resource, at, values, context)
  return new Map(
    [...members.values()].map((member) => {
      const { name } = member
      if (member.type === 'structure') return [name, structureInfo(resource, at, member, context)]
      const choice = member.refersTo && recordChoice(member.refersTo, context)
      return [name, { ...infos.get(name)!, ...withChoice(choice) }]
    }),
  )
}

const structureInfo = (
  resource: ResourceModel,
  at: string,
  member: StructureMember,
  context: ChoiceContext,
): FieldInfo => {
  const name = structureName(at, member)
  const { label = fieldLabel(member.name), description, shape } = member
  return {
    ...defined({ label, description }),
    items: {
      component: componentName(resource, name),
      infos: actionInfos(resource, name, shape, context),
      ordered: false,
    },
  }
}

export const itemsOf = (
  resource: ResourceModel,
  at: string,
  field: WriteField,
  context: ChoiceContext,
): Pick<FieldInfo, 'items'> => {
  if (field.type !== 'owned') return {}
  const name = `${at}-${field.name}`
  const shape = field.items.update ?? field.items.create
  return {
    items: {
      component: componentName(resource, name),
      infos: writeInfos(resource, name, shape, context),
      ordered: field.relation.owned.position !== undefined,
    },
  }
}

/** The request of a bulk action has the ids of its records beside its members. */
export const bulkInfos = (resource: ResourceModel, context: ChoiceContext) =>
  [...resource.actions.values()].flatMap(({ id, kind, request }) => {
    if (kind !== 'BULK') return []
    const ids: FieldInfo = {
      label: resource.title ?? fieldLabel(resource.name),
      ...withChoice(recordChoice(resource.entity, context)),
    }
    const name = componentName(resource, actionShape(id, 'request'))
    return [
      [
        name,
        new Map([
          [idsField, ids],
          ...actionInfos(resource, actionShape(id, 'request'), request, context),
        ]),
      ] as const,
    ]
  })
