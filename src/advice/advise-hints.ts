/** Advises to declare rules for hints that only forms obey. */
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import { requiredBy } from '../model/compile/rule-messages.js'
import { type Model, type ResourceModel, writeShapesOf } from '../model/types/resource-model.js'
import type { WriteField } from '../model/types/write-model.js'

export const adviseHints = ({ resources }: Model, diagnostics: Diagnostics): void => {
  for (const resource of resources) {
    const fields = writeShapesOf(resource).flatMap((shape) => [...shape.fields.values()])
    const unchecked = fields.filter(
      (field) => field.hints?.conditionalRequired !== undefined && !isChecked(resource, field),
    )
    for (const name of new Set(unchecked.map((field) => field.name))) {
      const message = `No rule requires '${name}', so the service accepts records without it. Declare one: ${name}.isRequiredWhen(…).`
      diagnostics.advise('RULE_MISSING', `${resource.name}.hints.${name}`, message)
    }
  }
}

const isChecked = ({ rules }: ResourceModel, field: WriteField): boolean =>
  rules.some(({ condition }) => {
    const required = requiredBy(condition)
    return field.type === 'column' && required?.column === field.column
  })
