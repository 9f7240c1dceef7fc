/** What shows the fields of a record, in the columns of a list and on its page. */
import type { Field } from 'corollary/client'
import { lineLiteral, memberAccess } from '../../../shared/src/generate/literal.js'
import type { Scope } from './inputs.js'
import { sourceProp } from './inputs.js'
import { type Element, element, textProp } from './jsx.js'
import { labelProp } from './labels.js'

/** A column; the same value may need no display of its own. */
export const column = (field: Field, scope: Scope): Element => {
  const { name, label, sortable } = field
  const props = [
    sourceProp(name),
    labelProp(name, label),
    sortable === false ? 'disableSort' : undefined,
  ]
  const shown = display(field, scope)
  if (shown.tag === 'NumberField')
    return element('NumberColumn', [...props, ...shown.props.slice(1)])
  if (shown.tag === 'TextField') return element('Column', props)
  if (shown.props.length === 1) return element('Column', [...props, `field={${shown.tag}}`])
  return element('Column', props, [shown])
}

/** A field on the page of a record, with its label. */
export const labelledDisplay = (field: Field, scope: Scope): Element => {
  const { name, label, items, controlType } = field
  if (controlType === 'array' && items) {
    const inner = { ...scope, fields: items }
    const columns = withoutLabels(items)
      .filter(({ tableHidden, hidden }) => !tableHidden && !hidden)
      .map((item) => untypedColumn(column(item, inner)))
    const table = element('DataTable', ['bulkActionButtons={false}', 'rowClick={false}'], columns)
    return element('ArrayField', [sourceProp(name), labelProp(name, label)], [table])
  }
  const { tag, props, children } = display(field, scope)
  const [source, ...others] = props
  return element(tag, [source, labelProp(name, label), ...others], children)
}

/** Columns of another record than that of the file have no type. */
export const untypedColumn = ({ tag, props, children }: Element): Element =>
  element(tag === 'NumberColumn' ? 'DataTable.NumberCol' : 'DataTable.Col', props, children)

const display = (field: Field, scope: Scope): Element => {
  const { name, options, controlType, type, format, currency, schema } = field
  const source = sourceProp(name)
  const target = scope.targetOf(field)
  if (type === 'array') {
    if (!target) return element('TextArrayField', [source])
    return element('ReferenceArrayField', [source, textProp('reference', target.name)])
  }
  if (target) return element('ReferenceField', [source, textProp('reference', target.name)])
  if (options) {
    return element('SelectField', [source, `choices={${scope.choices.add(name, options)}}`])
  }
  if (controlType === 'upload') {
    return element('FileField', [
      textProp('source', `${name}.href`),
      textProp('title', `${name}.name`),
    ])
  }
  const types = [schema['type']].flat()
  if (types.includes('object') || types.includes(undefined)) {
    const value = `record${memberAccess(name)}`
    return element('FunctionField', [source, `render={(record) => JSON.stringify(${value})}`])
  }
  if (types.includes('boolean')) return element('BooleanField', [source])
  if (type === 'number' && !types.includes('string')) {
    return element('NumberField', [
      source,
      currency === undefined
        ? undefined
        : `options={${lineLiteral({ style: 'currency', currency })}}`,
    ])
  }
  if (format === 'date') return element('DateField', [source])
  if (format === 'date-time') return element('DateField', [source, 'showTime'])
  if (controlType === 'email') return element('EmailField', [source])
  return controlType === 'url' ? element('UrlField', [source]) : element('TextField', [source])
}

/** Without fields that only show the label of a reference beside them. */
export const withoutLabels = (fields: readonly Field[]): readonly Field[] => {
  const labels = fields.map(({ reference }) => reference?.labelField)
  return fields.filter(({ name }) => !labels.includes(name))
}
