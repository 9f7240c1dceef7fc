/** The file of a resource: what its pages show, and the pages. */
import type { ResourceEntry } from 'corollary/client'
import type { GeneratedFile } from '../../../shared/src/generate/command.js'
import type { ResourcePages } from '../../../shared/src/pages.js'
import { type Description, FieldDescriptions } from './fields.js'
import { literal, quoted } from './literal.js'

/** `order-lines` is `OrderLines`. */
export const componentName = (name: string): string =>
  name.replaceAll(/(^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_match, _blanks, letter) =>
    letter.toUpperCase(),
  )

const variableName = (name: string): string => {
  const text = componentName(name)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** A person would choose: the first ones are a start. */
const listColumns = 10
const relatedColumns = 6

export const resourceFile = (
  pages: ResourcePages,
  all: readonly ResourcePages[],
  entries: readonly ResourceEntry[],
): GeneratedFile => {
  const { name, title, sort, create, edit, canDelete, labelField, idField } = pages
  const component = componentName(name)
  const variable = variableName(name)
  const describe = new FieldDescriptions(entries)
  const columns = describe.columns(pages.columns).slice(0, listColumns)
  const inputs = describe.inputs(create ?? edit ?? [])
  const edited = describe.inputs(edit ?? [])
  const hasOwnEdit = create && edit && namesOf(inputs) !== namesOf(edited)
  const filters = describe.filters(pages.filters, pages.details)
  const bulkActions = pages.actions
    .filter(({ execution }) => execution.selection !== null)
    .map((action) => actionOf(action, describe))
  const actions = pages.actions
    .filter(({ scope }) => scope === 'ITEM')
    .map((action) => actionOf(action, describe))
  const related = pages.related.flatMap(
    ({ name: other, title: label, filterField, valueField }) => {
      const target = all.find((each) => each.name === other)
      return target ? [{ target, label, filter: filterField, value: valueField }] : []
    },
  )
  const fields = describe.columns(pages.details)
  const list = [
    `title=${attribute(title)}`,
    `columns={${variable}Columns}`,
    ...(filters.length > 0 ? ['filters={filters}'] : []),
    ...(sort
      ? [`sort={[${literal({ field: sort.field, order: sort.order.toLowerCase() })}]}`]
      : []),
    ...(bulkActions.length > 0 ? ['bulkActions={bulkActions}'] : []),
    ...(create ? ['canCreate'] : []),
    ...(edit ? ['canEdit'] : []),
    ...(canDelete ? ['canDelete'] : []),
  ]
  const show = [
    `title=${attribute(title)}`,
    `label=${attribute(labelField ?? idField)}`,
    'fields={fields}',
    ...(actions.length > 0 ? ['actions={actions}'] : []),
    ...(related.length > 0 ? [`related={${relatedLiteral(related)}}`] : []),
    ...(edit ? ['canEdit'] : []),
  ]
  const form = (kind: string, heading: string, shown: string) =>
    page(`${component}${kind}`, `${kind}Page`, [`title=${attribute(heading)}`, `inputs={${shown}}`])
  const types = [
    ...(bulkActions.length + actions.length > 0 ? ['Action'] : []),
    'Column',
    ...(filters.length > 0 ? ['Filter'] : []),
    ...(create || edit ? ['Input'] : []),
    ...(describe.constants.length > 0 ? ['Option'] : []),
  ]
  const forms = [...(create ? ['CreatePage'] : []), ...(edit ? ['EditPage'] : [])]
  const others = [...new Set(related.map(({ target }) => target.name))].filter(
    (other) => other !== name,
  )
  const parts = [
    [
      ...(forms.length > 0 ? [`import { ${forms.join(', ')} } from '../admin/form-page'`] : []),
      "import { ListPage } from '../admin/list-page'",
      "import { ShowPage } from '../admin/show-page'",
      `import type { ${types.join(', ')} } from '../admin/types'`,
      ...others
        .toSorted()
        .map((other) => `import { ${variableName(other)}Columns } from './${other}'`),
    ].join('\n'),
    ...describe.constants,
    constant(`export const ${variable}Columns: Column[]`, columns),
    ...(filters.length > 0 ? [constant('const filters: Filter[]', filters)] : []),
    ...(bulkActions.length > 0 ? [constant('const bulkActions: Action[]', bulkActions)] : []),
    page(`${component}List`, 'ListPage', list),
    constant('const fields: Column[]', fields),
    ...(actions.length > 0 ? [constant('const actions: Action[]', actions)] : []),
    page(`${component}Show`, 'ShowPage', show),
    ...(create || edit ? [constant('const inputs: Input[]', inputs)] : []),
    ...(create ? [form('Create', `Create: ${title}`, 'inputs')] : []),
    ...(hasOwnEdit ? [constant('const editInputs: Input[]', edited)] : []),
    ...(edit ? [form('Edit', `Edit: ${title}`, hasOwnEdit ? 'editInputs' : 'inputs')] : []),
  ]
  const text = `${parts.join('\n\n')}\n`
  return { path: `resources/${name}.tsx`, text, omitted: [...describe.omitted] }
}

const actionOf = (
  { id, title, successMessage, execution, inputs }: ResourcePages['actions'][number],
  describe: FieldDescriptions,
): Description => ({
  id,
  label: title,
  success: successMessage ?? undefined,
  confirm: execution.interaction.confirmationRequired || undefined,
  inputs: inputs.length > 0 ? describe.inputs(inputs) : undefined,
})

const namesOf = (fields: readonly Description[]): string =>
  fields.map(({ name }) => String(name)).join()

interface RelatedPages {
  readonly target: ResourcePages
  readonly label: string
  readonly filter: string
  readonly value: string
}

/** Columns are read when the page is drawn: two files may refer to each other. */
const relatedLiteral = (related: readonly RelatedPages[]): string => {
  const lists = related.map(({ target, label, filter, value }) =>
    [
      '      {',
      `        resource: ${quoted(target.key)},`,
      `        label: ${literal(label)},`,
      `        columns: ${variableName(target.name)}Columns${
        target.columns.length > relatedColumns ? `.slice(0, ${relatedColumns})` : ''
      },`,
      `        filter: ${quoted(filter)},`,
      `        value: ${quoted(value)},`,
      '      },',
    ].join('\n'),
  )
  return `[\n${lists.join('\n')}\n    ]`
}

/** A text as the value of an attribute. */
const attribute = (value: string): string =>
  /["{}\n]/.test(value) ? `{${literal(value)}}` : `"${value}"`

const constant = (declaration: string, value: unknown): string =>
  `${declaration} = ${literal(value, 0, declaration.length + 3)}`

const page = (name: string, tag: string, attributes: readonly string[]): string => {
  const line = `export const ${name} = () => <${tag} ${attributes.join(' ')} />`
  if (line.length <= 100 && !line.includes('\n')) return line
  const inside = `  <${tag} ${attributes.join(' ')} />`
  const body =
    inside.length <= 100 && !inside.includes('\n')
      ? inside
      : `  <${tag}\n${attributes.map((each) => `    ${each}\n`).join('')}  />`
  return `export const ${name} = () => (\n${body}\n)`
}
