/** The file of a resource: what its pages show, and the pages. */
import type { ResourceEntry } from 'corollary/client'
import type { GeneratedFile } from '../../../shared/src/generate/command.js'
import {
  attributeValue,
  importLine,
  literal,
  quoted,
} from '../../../shared/src/generate/literal.js'
import type { NamedPages } from '../../../shared/src/generate/names.js'
import type { ResourcePages } from '../../../shared/src/pages.js'
import { type Description, FieldDescriptions } from './fields.js'

/** A person would choose: the first ones are a start. */
const listColumns = 10
const relatedColumns = 6

/** A part of the file, with the names that it needs. */
interface Part {
  readonly lines: readonly string[]
  /** Pages of the folder `admin`, by their module. */
  readonly pages?: Readonly<Record<string, readonly string[]>>
  readonly types?: readonly string[]
  /** Resources whose columns are shown. */
  readonly others?: readonly NamedPages[]
}

const given = <T>(isGiven: unknown, ...values: readonly T[]): readonly T[] =>
  isGiven ? values : []

export const resourceFile = (
  pages: NamedPages,
  all: readonly NamedPages[],
  entries: readonly ResourceEntry[],
): GeneratedFile => {
  const describe = new FieldDescriptions(entries)
  const parts = [
    listPart(pages, describe),
    showPart(pages, all, describe),
    formsPart(pages, describe),
  ]
  const types = new Set(parts.flatMap(({ types: names = [] }) => names))
  if (describe.constants.length > 0) types.add('Option')
  const others = new Set(parts.flatMap((part) => part.others ?? []))
  others.delete(pages)
  const imports = [
    ...parts
      .flatMap(({ pages: modules = {} }) => Object.entries(modules))
      .toSorted(([x], [y]) => (x < y ? -1 : 1))
      .map(([module, names]) => importLine(names, `../admin/${module}`)),
    importLine([...types], '../admin/types').replace('import', 'import type'),
    ...[...others]
      .map(({ code }) => code)
      .toSorted((x, y) => (x.file < y.file ? -1 : 1))
      .map(({ variable, file }) => importLine([`${variable}Columns`], `./${file}`)),
  ]
  const lines = parts.flatMap((part) => part.lines)
  const text = [imports.join('\n'), ...describe.constants, ...lines].join('\n\n')
  return {
    ...{ path: `resources/${pages.code.file}.tsx`, text: `${text}\n` },
    omitted: [...describe.omitted],
  }
}

const listPart = (pages: NamedPages, describe: FieldDescriptions): Part => {
  const { code, title, sort, create, edit, canDelete } = pages
  const columns = describe.columns(pages.columns).slice(0, listColumns)
  const filters = describe.filters(pages.filters, pages.details)
  const actions = pages.actions
    .filter(({ execution }) => execution.selection !== null)
    .map((action) => actionOf(action, describe))
  const order = sort && literal({ field: sort.field, order: sort.order.toLowerCase() })
  const attributes = [
    `title=${attributeValue(title)}`,
    `columns={${code.variable}Columns}`,
    ...given(filters.length > 0, 'filters={filters}'),
    ...given(order, `sort={[${order}]}`),
    ...given(actions.length > 0, 'bulkActions={bulkActions}'),
    ...given(create, 'canCreate'),
    ...given(edit, 'canEdit'),
    ...given(canDelete, 'canDelete'),
  ]
  return {
    lines: [
      constant(`export const ${code.variable}Columns: Column[]`, columns),
      ...given(filters.length > 0, constant('const filters: Filter[]', filters)),
      ...given(actions.length > 0, constant('const bulkActions: Action[]', actions)),
      page(`${code.component}List`, 'ListPage', attributes),
    ],
    pages: { 'list-page': ['ListPage'] },
    types: [
      'Column',
      ...given(filters.length > 0, 'Filter'),
      ...given(actions.length > 0, 'Action'),
    ],
  }
}

const showPart = (
  pages: NamedPages,
  all: readonly NamedPages[],
  describe: FieldDescriptions,
): Part => {
  const { code, title, labelField, idField, edit } = pages
  const fields = describe.columns(pages.details)
  const actions = pages.actions
    .filter(({ scope }) => scope === 'ITEM')
    .map((action) => actionOf(action, describe))
  const related = pages.related.flatMap(
    ({ name: other, title: label, filterField: filter, valueField: value }) => {
      const target = all.find((each) => each.name === other)
      return target ? [{ target, label, filter, value }] : []
    },
  )
  const attributes = [
    `title=${attributeValue(title)}`,
    `label=${attributeValue(labelField ?? idField)}`,
    'fields={fields}',
    ...given(actions.length > 0, 'actions={actions}'),
    ...given(related.length > 0, `related={${relatedLiteral(related)}}`),
    ...given(edit, 'canEdit'),
  ]
  return {
    lines: [
      constant('const fields: Column[]', fields),
      ...given(actions.length > 0, constant('const actions: Action[]', actions)),
      page(`${code.component}Show`, 'ShowPage', attributes),
    ],
    pages: { 'show-page': ['ShowPage'] },
    types: ['Column', ...given(actions.length > 0, 'Action')],
    others: related.map(({ target }) => target),
  }
}

const formsPart = (pages: NamedPages, describe: FieldDescriptions): Part => {
  const { code, title, create, edit } = pages
  if (!create && !edit) return { lines: [] }
  const inputs = describe.inputs(create ?? edit ?? [])
  const edited = describe.inputs(edit ?? [])
  const hasOwnEdit = create && edit && namesOf(inputs) !== namesOf(edited)
  const form = (kind: string, shown: string) => {
    const attributes = [`title=${attributeValue(`${kind}: ${title}`)}`, `inputs={${shown}}`]
    return page(`${code.component}${kind}`, `${kind}Page`, attributes)
  }
  return {
    lines: [
      constant('const inputs: Input[]', inputs),
      ...given(create, form('Create', 'inputs')),
      ...given(hasOwnEdit, constant('const editInputs: Input[]', edited)),
      ...given(edit, form('Edit', hasOwnEdit ? 'editInputs' : 'inputs')),
    ],
    pages: {
      'form-page': [...given(create, 'CreatePage'), ...given(edit, 'EditPage')],
    },
    types: ['Input'],
  }
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
  readonly target: NamedPages
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
      `        columns: ${target.code.variable}Columns${
        target.columns.length > relatedColumns ? `.slice(0, ${relatedColumns})` : ''
      },`,
      `        filter: ${quoted(filter)},`,
      `        value: ${quoted(value)},`,
      '      },',
    ].join('\n'),
  )
  return `[\n${lists.join('\n')}\n    ]`
}

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
