import { expect, test } from 'vitest'
import { numberedTexts } from './numbered-names.js'

test.each([
  [
    '1 = draft, 2 = sent',
    [
      [1, 'draft'],
      [2, 'sent'],
    ],
  ],
  [
    '1: Draft; 2: On its way; -1: Lost',
    [
      [1, 'Draft'],
      [2, 'On its way'],
      [-1, 'Lost'],
    ],
  ],
  [
    '0 - open\n1 - closed\n2 - closed early',
    [
      [0, 'open'],
      [1, 'closed'],
      [2, 'closed early'],
    ],
  ],
  [
    'Order current status. 1 = In process; 2 = Approved; 3 = Backordered. ',
    [
      [1, 'In process'],
      [2, 'Approved'],
      [3, 'Backordered'],
    ],
  ],
  [
    'Situação (1=Concluído, 2=Não iniciado)',
    [
      [1, 'Concluído'],
      [2, 'Não iniciado'],
    ],
  ],
] as const)('%j names numbers', (comment, found) => {
  expect(numberedTexts(comment)).toEqual(found)
})

test.each([
  '',
  'The number of items.',
  '1 = draft',
  '1 = draft, 1 = sent',
  '1 = draft, 2 = Draft',
  'From 1 to 10, where 10 is best',
  'Phone, such as 555-1234, 555-abc',
  '0 = Contact does not wish to receive e-mail promotions, 1 = Contact does wish to receive them',
])('%j does not', (comment) => {
  expect(numberedTexts(comment)).toBeUndefined()
})
