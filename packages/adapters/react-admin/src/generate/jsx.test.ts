import { expect, test } from 'vitest'
import { choice, element, literal, printed, quoted, tagsOf, textProp } from './jsx.js'
import { componentName, labelProp, variableName } from './labels.js'

test('an element is on one line if it fits, otherwise with a line for each property', () => {
  const short = element('TextInput', [textProp('source', 'name'), undefined])
  expect(printed(short, 2)).toBe('  <TextInput source="name" />')
  const props = Array.from({ length: 4 }, (_, at) => textProp(`p${at}`, 'a rather long text here'))
  expect(printed(element('List', props, [short]), 0).split('\n')).toEqual([
    ...['<List', ...props.map((prop) => `  ${prop}`), '>'],
    ...['  <TextInput source="name" />', '</List>'],
  ])
  expect(printed(element('', [], [short]), 0)).toBe('<>\n  <TextInput source="name" />\n</>')
})

test('a choice is an expression between its elements', () => {
  const either = choice('isSmall', element('A'), element('B'))
  expect(printed(element('List', [], [either]), 0).split('\n')).toEqual([
    ...['<List>', '  {isSmall ? (', '    <A />', '  ) : (', '    <B />', '  )}', '</List>'],
  ])
  expect(tagsOf(either)).toEqual(['A', 'B'])
})

test('texts of a contract cannot leave their literals', () => {
  expect(textProp('label', 'Due "on" {now} <b>')).toBe(`label={'Due "on" {now} <b>'}`)
  expect(textProp('label', '%{name}')).toBe('label="%{name}"')
  expect(textProp('label', 'line\n`break`')).toBe("label={'line\\n`break`'}")
  expect(quoted("It's \\ here")).toBe('"It\'s \\\\ here"')
  expect(literal({ 'a-b': [1, null, 'x'], c: {} })).toBe("{ 'a-b': [1, null, 'x'], c: {} }")
})

test('the components of an element are those of its properties too', () => {
  const list = element('List', ['actions={<Bar />}'], [element('Column', ['field={DateField}'])])
  expect(tagsOf(list)).toEqual(['List', 'Bar', 'Column', 'DateField'])
})

test.each([
  ['customerId', 'Customer', undefined],
  ['orderedOn', 'Ordered on', undefined],
  ['dueOn', 'Deadline', 'label="Deadline"'],
  ['id', 'ID', 'label="ID"'],
])('the label of %s, %s, is written if it is not derived', (source, label, prop) => {
  expect(labelProp(source, label)).toBe(prop)
})

test('names of resources become names of components and variables', () => {
  expect(['order-lines', 'absence-requests', 'x.y'].map(componentName)).toEqual([
    ...['OrderLines', 'AbsenceRequests', 'XY'],
  ])
  expect(variableName('order-lines')).toBe('orderLines')
})
