import { expect, test } from 'vitest'
import { choice, element, printed, tagsOf, textProp } from './jsx.js'
import { labelProp } from './labels.js'

test('an element is on one line if it fits, otherwise with a line for each property', () => {
  const short = element('TextInput', [textProp('source', 'name'), undefined])
  expect(printed(short, 2)).toBe('  <TextInput source="name" />')
  const props = Array.from({ length: 4 }, (_, at) => textProp(`p${at}`, 'a rather long text here'))
  expect(printed(element('List', props, [short]), 0).split('\n')).toEqual([
    ...['<List', ...props.map((prop) => `  ${prop}`), '>'],
    ...['  <TextInput source="name" />', '</List>'],
  ])
  expect(printed(element('', [], [short]), 0)).toBe('<>\n  <TextInput source="name" />\n</>')
  expect(printed(element(''), 2)).toBe('  <></>')
})

test('a choice is an expression between its elements', () => {
  const either = choice('isSmall', element('A'), element('B'))
  expect(printed(element('List', [], [either]), 0).split('\n')).toEqual([
    ...['<List>', '  {isSmall ? (', '    <A />', '  ) : (', '    <B />', '  )}', '</List>'],
  ])
  expect(tagsOf(either)).toEqual(['A', 'B'])
})

test('the components of an element are those of its properties too', () => {
  const list = element('List', ['actions={<Bar />}'], [element('Column', ['field={DateField}'])])
  expect(tagsOf(list)).toEqual(['List', 'Bar', 'Column', 'DateField'])
  expect(tagsOf(element('Column', [textProp('label', '={Evil}')]))).toEqual(['Column'])
})

test.each([
  ['customerId', 'Customer', undefined],
  ['orderedOn', 'Ordered on', undefined],
  ['dueOn', 'Deadline', 'label="Deadline"'],
  ['id', 'ID', 'label="ID"'],
])('the label of %s, %s, is written if it is not derived', (source, label, prop) => {
  expect(labelProp(source, label)).toBe(prop)
})
