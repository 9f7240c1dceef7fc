/** A service whose resources and fields have names that are hard to write as code. */
import type { Field, FieldOption, ResourceEntry, ServiceDescription } from 'corollary/client'
import type { PublishedService } from '../src/generate/command.js'
import type { ActionPage, ResourcePages } from '../src/pages.js'

/** Words of the language, names of components and of constants, names that casing makes equal. */
const resources = [
  ...['class', 'default', 'await', 'global-this', 'undefined', 'required', 'max-value'],
  ...[
    'filters',
    'fields',
    'inputs',
    'actions',
    'hidden-columns',
    'data-provider',
    'status-choices',
  ],
  ...['simple', 'live', 'ra', 'reference', 'text', 'data', 'list', 'column', 'list-page', 'app'],
  ...['a-1', 'a1', 'a.1', '2024-sales', '日本', "it's", 'line\nbreak', 'a/b', '{x}'],
]

const fields = [
  ...['id', 'class', 'filters', 'columns', '2x', 'line-total', 'größe', 'constructor', '__proto__'],
  ...["it's", 'quote"', 'back\\slash', 'new\nline', 'cr\rreturn', 'ls\u2028ps\u2029', '\u0000'],
  ...['a&amp;b', '<b>{x}</b>', '`', '*/', '={Evil', 'required(', ''],
]

const fieldOf = (name: string, order: number): Field => ({
  ...{ name, order, label: name, type: 'text', controlType: 'input', nullable: true },
  ...{ schema: { type: ['string', 'null'] }, helpText: name, placeholder: name },
})

const optionsOf = (name: string): FieldOption[] =>
  [name, 'A'].map((value) => ({ value, label: `${value} of ${name}` }))

/** Each name with each type of field that is written in a way of its own. */
const variantsOf = (name: string, order: number): readonly Field[] => {
  const text = fieldOf(name, order)
  const named = (suffix: string, ui: Partial<Field>): Field => ({
    ...{ ...text, name: `${name}${suffix}`, filterTarget: `${name}${suffix}`, ...ui },
  })
  return [
    { ...text, filterOperation: 'EQUAL', defaultValue: name, maxLength: 9 },
    named('.status', { options: optionsOf(name), filterOperation: 'IN', multiple: true }),
    named('Json', { schema: {}, controlType: 'json', type: 'object' }),
    named('File', { controlType: 'upload' }),
    named('Between', {
      ...{ type: 'number', controlType: 'rangeSlider', filterOperation: 'BETWEEN' },
      schema: { type: 'array', items: { type: 'number' } },
    }),
    named('Lines', { controlType: 'array', schema: { type: 'array' }, items: [text] }),
    named('Id', {
      ...{ required: true, defaultValue: ['a'] },
      reference: { resourceKey: 'hostile.class', labelField: name } as never,
    }),
  ]
}

const action = (name: string): ActionPage =>
  ({
    ...{ id: name, title: name, scope: 'ITEM', successMessage: name },
    inputs: fields.slice(0, 3).map(fieldOf),
    execution: {
      interaction: { confirmationRequired: true },
      selection: { idsField: 'ids', maxItems: 10 },
    },
  }) as unknown as ActionPage

const pagesOf = (name: string, position: number): ResourcePages => {
  // The first resource has every field, which are too many to compile for each.
  const all = (position === 0 ? fields : fields.slice(position, position + 1)).flatMap(variantsOf)
  const label = fields[position % fields.length]!
  return {
    ...{ key: `hostile.${name}`, name, title: label, path: `/api/hostile/of/${name}` },
    ...{ idField: 'id', labelField: label, sort: { field: label, order: 'DESC' } },
    ...{ columns: all, filters: all, details: all, create: all, edit: all.slice(1) },
    ...{ canDelete: true, canExport: true, hasChanges: true },
    actions: [action(label), action(name)],
    related: resources.slice(0, position === 0 ? resources.length : 1).map((other) => ({
      ...{ title: label, name: other, filterField: label, valueField: label },
    })),
  }
}

const pages = resources.map(pagesOf)

export const hostileService: PublishedService = {
  baseUrl: "http://it's",
  pages,
  description: { title: "It's </b>", contextPath: '' } as ServiceDescription,
  entries: pages.map(({ key, path }) => ({
    ...({ resourceKey: key, resourcePath: path } as ResourceEntry),
  })),
}
