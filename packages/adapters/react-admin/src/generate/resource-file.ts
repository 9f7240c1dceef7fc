/** The file of a resource: its list, its page, its forms. */
import type { Field } from 'corollary/client'
import type { GeneratedFile } from '../../../shared/src/generate/command.js'
import { importLine, lineLiteral, quoted } from '../../../shared/src/generate/literal.js'
import type { NamedPages } from '../../../shared/src/generate/names.js'
import type { ActionPage, ResourcePages } from '../../../shared/src/pages.js'
import { createChoices } from './choices.js'
import { column, labelledDisplay, untypedColumn, withoutLabels } from './displays.js'
import { filterInputs, formInput, type Scope, sourceProp } from './inputs.js'
import { choice, type Element, element, list, printed, tagsOf, textProp } from './jsx.js'
import { recordType } from './record-type.js'

/** A list shows so many columns; users may choose more. */
const shownColumns = 8
const relatedColumns = 6

export const resourceFile = (pages: NamedPages, all: readonly NamedPages[]): GeneratedFile => {
  const choices = createChoices()
  const omitted = new Set<string>()
  const targetOf: Scope['targetOf'] = ({ reference, endpoint }) =>
    all.find(({ key, path }) =>
      reference ? key === reference.resourceKey : endpoint?.startsWith(`${path}/options/`),
    )
  const scope: Scope = { targetOf, choices, omitted, fields: pages.details }
  const name = pages.code.component
  const parts = [
    filtersPart(pages, scope),
    ...actionParts(pages, scope, name),
    listActionsPart(pages, name),
    hiddenColumnsPart(pages),
    listPart(pages, scope, name),
    showPart(pages, scope, name, all),
    ...formParts(pages, scope, name),
  ].filter((part) => part !== undefined)
  const tags = new Set(parts.flatMap(({ tags }) => tags))
  const rules = ['maxLength', 'maxValue', 'minValue', 'required']
  const body = parts.map(({ text }) => text).join('\n\n')
  const isTyped = tags.has('Column') || tags.has('NumberColumn')
  const types = [
    isTyped || tags.has('DataTable.Col') || tags.has('DataTable.NumberCol') ? ['DataTable'] : [],
    isTyped ? ['type RaRecord'] : [],
    rules.filter((rule) => body.includes(`${rule}(`)),
    ['type ResourceProps'],
  ].flat()
  const local = ['ActionButton', 'BulkActionButton'].filter((tag) => tags.has(tag))
  const declared = new Set([
    ...['', 'Column', 'NumberColumn', 'LiveList', ...local],
    ...parts.map(({ component }) => component),
  ])
  const external = [...tags].filter((tag) => !declared.has(tag) && !tag.includes('.'))
  const adapter = [
    ...(tags.has('LiveList') ? ['LiveList'] : []),
    ...(pages.edit ? ['useConflict'] : []),
  ]
  const columns = [
    tags.has('Column') ? `const Column = DataTable.Col<${name}Record>` : undefined,
    tags.has('NumberColumn')
      ? `const NumberColumn = DataTable.NumberCol<${name}Record>`
      : undefined,
  ].filter((line) => line !== undefined)
  const text = [
    [
      adapter.length > 0 ? importLine(adapter, '@corollary/react-admin') : undefined,
      importLine(['type Theme', 'useMediaQuery'], '@mui/material'),
      importLine([...new Set([...external, ...types])], 'react-admin'),
      ...local.map((tag) => importLine([tag], `../components/${tag}`)),
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    ...choices.declarations(),
    ...(isTyped ? [recordType(`${name}Record`, pages.details)] : []),
    ...(columns.length > 0 ? [columns.join('\n')] : []),
    body,
    resourceProps(pages),
  ].join('\n\n')
  return { path: `resources/${pages.code.file}.tsx`, text: `${text}\n`, omitted: [...omitted] }
}

interface Part {
  /** Name of the component that it declares. */
  readonly component?: string
  readonly text: string
  readonly tags: readonly string[]
}

const filtersPart = ({ filters }: ResourcePages, scope: Scope): Part | undefined => {
  const inputs = filters.flatMap((field) => filterInputs(field, scope))
  if (inputs.length === 0) return undefined
  const text = `const filters = ${list(
    inputs.map((input) => printed(input, 2, 1).trim()),
    16,
  )}`
  return { text, tags: inputs.flatMap(tagsOf) }
}

const listPart = (pages: ResourcePages, scope: Scope, name: string): Part => {
  const { columns, sort, filters, canDelete, hasChanges } = pages
  const hidden = hiddenColumns(pages)
  const bulk = bulkActions(pages)
  const buttons =
    bulk.length > 0
      ? `bulkActionButtons={<${name}BulkActions />}`
      : canDelete
        ? undefined
        : 'bulkActionButtons={false}'
  const table = element(
    'DataTable',
    ['rowClick="show"', buttons, hidden.length > 0 ? 'hiddenColumns={hiddenColumns}' : undefined],
    columns.map((field) => column(field, scope)),
  )
  const list = element(
    'List',
    [
      hidden.length > 0 ? `actions={<${name}ListActions />}` : undefined,
      filters.length > 0 ? 'filters={filters}' : undefined,
      sort && `sort={${lineLiteral(sort)}}`,
      pages.canExport ? undefined : 'exporter={false}',
    ],
    [...(hasChanges ? [element('LiveList')] : []), choice('isSmall', simpleList(pages), table)],
  )
  const lines = [
    `const ${name}List = () => {`,
    "  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))",
    `  return (\n${printed(list, 4)}\n  )\n}`,
  ]
  return { text: lines.join('\n'), tags: tagsOf(list) }
}

/** A table is too wide for the screen of a phone. */
const simpleList = ({ columns, idField, labelField }: ResourcePages): Element => {
  const primary = labelField ?? idField
  const secondary = columns.find(
    ({ name, type, options }) => type === 'text' && !options && name !== primary,
  )
  return element('SimpleList', [
    textProp('primaryText', `%{${primary}}`),
    secondary && textProp('secondaryText', `%{${secondary.name}}`),
    'rowClick="show"',
  ])
}

/** Names of the columns that a list has beside those that it shows. */
const hiddenColumns = ({ columns, details, idField, labelField }: ResourcePages) => {
  const isDetail = (name: string): boolean => details.some((each) => each.name === name)
  const names = columns.map(({ name }) => name)
  const shown = names.filter((name) => isDetail(name) && (labelField === null || name !== idField))
  return names.filter((name) => !shown.slice(0, shownColumns).includes(name))
}

const hiddenColumnsPart = (pages: ResourcePages): Part | undefined => {
  const hidden = hiddenColumns(pages).map(quoted)
  if (hidden.length === 0) return undefined
  return { text: `const hiddenColumns = ${list(hidden, 22)}`, tags: [] }
}

const listActionsPart = (pages: ResourcePages, name: string): Part | undefined => {
  if (hiddenColumns(pages).length === 0) return undefined
  const buttons = [
    ...(pages.filters.length > 0 ? ['FilterButton'] : []),
    ...['ColumnsButton', ...(pages.create ? ['CreateButton'] : [])],
    ...(pages.canExport ? ['ExportButton'] : []),
  ]
  const toolbar = element(
    'TopToolbar',
    [],
    buttons.map((tag) => element(tag)),
  )
  return component(`${name}ListActions`, toolbar)
}

const showPart = (
  pages: ResourcePages,
  scope: Scope,
  name: string,
  all: readonly ResourcePages[],
): Part => {
  const fields = withoutLabels(pages.details).map((field) => labelledDisplay(field, scope))
  const related = pages.related.flatMap(({ title, name: other, filterField, valueField }) => {
    const target = all.find((each) => each.name === other)
    if (!target) return []
    const columns = relatedFields(target, filterField).map((field) =>
      untypedColumn(column(field, { ...scope, fields: target.details })),
    )
    const table = element('DataTable', ['bulkActionButtons={false}', 'rowClick="show"'], columns)
    const props = [
      textProp('reference', other),
      textProp('target', filterField),
      valueField === 'id' ? undefined : sourceProp(valueField),
      textProp('label', title),
      target.sort && `sort={${lineLiteral(target.sort)}}`,
      'pagination={<Pagination />}',
    ]
    return [element('ReferenceManyField', props, [table])]
  })
  const layout = element('SimpleShowLayout', [], [...fields, ...related])
  const hasActions = itemActions(pages).length > 0
  const show = element(
    'Show',
    [hasActions ? `actions={<${name}ShowActions />}` : undefined],
    [layout],
  )
  return component(`${name}Show`, show)
}

/** The first columns of another resource, without those that are the same for all its rows. */
const relatedFields = ({ columns, details, filters, ...target }: ResourcePages, filter: string) => {
  const owner = filters.find(({ name }) => name === filter)?.filterTarget
  const label = details.find(({ name }) => name === owner)?.reference?.labelField
  const omitted = [owner, label, target.labelField === null ? undefined : target.idField]
  return columns.filter(({ name }) => !omitted.includes(name)).slice(0, relatedColumns)
}

const itemActions = ({ actions }: ResourcePages) => actions.filter(({ scope }) => scope === 'ITEM')
const bulkActions = ({ actions }: ResourcePages) =>
  actions.filter(({ execution }) => execution.selection)

const actionParts = (pages: ResourcePages, scope: Scope, name: string): readonly Part[] => {
  const { edit, canDelete } = pages
  const [item, bulk] = [itemActions(pages), bulkActions(pages)]
  const buttons = item.map((action) => actionButton('ActionButton', action, scope))
  const deleting = canDelete ? [element('BulkDeleteButton', ['mutationMode="pessimistic"'])] : []
  return [
    ...(item.length > 0
      ? [
          component(
            `${name}ShowActions`,
            element('TopToolbar', [], [...buttons, ...(edit ? [element('EditButton')] : [])]),
          ),
        ]
      : []),
    ...(bulk.length > 0
      ? [
          component(
            `${name}BulkActions`,
            element(
              '',
              [],
              [
                ...bulk.map((action) => actionButton('BulkActionButton', action, scope)),
                ...deleting,
              ],
            ),
          ),
        ]
      : []),
  ]
}

const actionButton = (tag: string, action: ActionPage, scope: Scope): Element => {
  const { id, title, successMessage, execution, inputs } = action
  const props = [
    textProp('action', id),
    textProp('label', title),
    successMessage === null ? undefined : textProp('success', successMessage),
    execution.interaction.confirmationRequired ? 'confirm' : undefined,
  ]
  return element(
    tag,
    props,
    inputs.flatMap((field) => formInput(field, { ...scope, fields: inputs })),
  )
}

const formParts = (pages: ResourcePages, scope: Scope, name: string): readonly Part[] => {
  const { create, edit } = pages
  const inputsOf = (fields: ResourcePages['create']) =>
    (fields ?? []).flatMap((field) => formInput(field, scope))
  const both = create && edit && sharedFields(create, edit)
  const [created, edited] = [inputsOf(both ?? create), inputsOf(both ?? edit)]
  const isShared = both !== undefined
  const shared = [element(`${name}Inputs`)]
  const form = (inputs: readonly Element[], props: readonly string[] = []) =>
    element('SimpleForm', props, isShared ? shared : inputs)
  return [
    ...(isShared ? [component(`${name}Inputs`, element('', [], edited))] : []),
    ...(edit
      ? [
          component(
            `${name}Edit`,
            element(
              'Edit',
              ['mutationMode="pessimistic"', 'mutationOptions={{ onError: useConflict() }}'],
              [form(edited, ['resetOptions={{ keepDirtyValues: true }}'])],
            ),
          ),
        ]
      : []),
    ...(create
      ? [component(`${name}Create`, element('Create', ['redirect="show"'], [form(created)]))]
      : []),
  ]
}

/**
 * The fields of one form for both writes; undefined if they have different ones. A default of a
 * create would replace null in an update, unless the update does not take null.
 */
const sharedFields = (
  create: readonly Field[],
  edit: readonly Field[],
): readonly Field[] | undefined => {
  const fields = create.map((field) => {
    const other = edit.find(({ name }) => name === field.name)
    const isSafe = other && (field.defaultValue === undefined || other.required)
    return isSafe ? { ...field, required: field.required || other.required || false } : undefined
  })
  if (fields.length !== edit.length) return undefined
  const shared = fields.filter((field) => field !== undefined)
  return shared.length === edit.length ? shared : undefined
}

const component = (name: string, root: Element): Part => ({
  component: name,
  text: `const ${name} = () => (\n${printed(root, 2)}\n)`,
  tags: tagsOf(root),
})

const resourceProps = ({
  name,
  title,
  create,
  edit,
  labelField,
  code: { component, variable },
}: NamedPages) =>
  [
    `export const ${variable}: ResourceProps = {`,
    `  name: ${quoted(name)},`,
    `  list: ${component}List,`,
    `  show: ${component}Show,`,
    ...(edit ? [`  edit: ${component}Edit,`] : []),
    ...(create ? [`  create: ${component}Create,`] : []),
    ...(labelField === null ? [] : [`  recordRepresentation: ${quoted(labelField)},`]),
    `  options: { label: ${quoted(title)} },`,
    '}',
  ].join('\n')
