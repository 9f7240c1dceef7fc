import { expect, test } from 'vitest'
import { faultOfFile } from './file-faults.js'

const field = { label: 'Photo', accept: 'image/png,video/*', maxBytes: 5_242_880 }

test.each([
  ['image/png', 5_242_880, undefined],
  ['video/mp4', 1, undefined],
  ['image/svg+xml', 1, 'Photo must be of the type image/png, video/*.'],
  ['', 1, 'Photo must be of the type image/png, video/*.'],
  ['image/png', 6_000_000, 'Photo must have at most 5.2 MB; the file has 6 MB.'],
])('a file of type %j with %d bytes', (type, size, fault) => {
  expect(faultOfFile(field, { type, size })).toBe(fault)
})

test('any type and size are sent if the field does not limit them', () => {
  expect(faultOfFile({ label: 'Scan' }, { type: '', size: 1e12 })).toBeUndefined()
  expect(faultOfFile({ label: 'Scan', accept: '*/*' }, { type: '', size: 1 })).toBeUndefined()
})
