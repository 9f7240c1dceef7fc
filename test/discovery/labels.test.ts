/** Labels derived from names. */
import { expect, test } from 'vitest'
import { enumLabel, fieldLabel } from '../../src/model/labels.js'

test.each([
  ['hiredOn', 'Hired on'],
  ['id', 'ID'],
  ['skillIds', 'Skill IDs'],
  ['homepageUrl', 'Homepage URL'],
  ['usGross', 'US gross'],
  ['usDvdSales', 'US DVD sales'],
  ['mpaaRating', 'MPAA rating'],
  ['imdbRatingAtLeast', 'IMDb rating at least'],
  ['taxIdOfVAT', 'Tax ID of VAT'],
  ['XYZCode', 'XYZ code'],
  ['basisXYZ', 'Basis XYZ'],
  ['made_on', 'Made on'],
  ['A', 'A'],
  ['identity', 'Identity'],
  ['usage', 'Usage'],
])('the label of the field %s is %s', (name, label) => {
  expect(fieldLabel(name)).toBe(label)
})

test.each([
  ['ON_LEAVE', 'On leave'],
  ['US', 'US'],
  ['EU_VAT', 'EU VAT'],
  ['SICK', 'Sick'],
  ['', 'Empty'],
  ['-', '-'],
])('the label of the enum value %s is %s', (value, label) => {
  expect(enumLabel({}, value)).toBe(label)
})

test('a declared label of an enum value takes precedence', () => {
  expect(enumLabel({ labels: { US: 'United States' } }, 'US')).toBe('United States')
})
