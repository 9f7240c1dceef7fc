import { describe, expect, test } from 'vitest'
import { camelCase, claim, kebabCase, plural, relationName, singular } from './names.js'

describe('names of the database become names of TypeScript', () => {
  test.each([
    ['order_id', 'orderId'],
    ['Order Details', 'orderDetails'],
    ['UnitPrice', 'unitPrice'],
    ['customerID', 'customerId'],
    ['2nd', '_2nd'],
    ['has "quotes"', 'hasQuotes'],
    ['Ünï cødé', 'ünïCødé'],
    ['__proto__', 'proto'],
    ['m²', 'm'],
    ['½', 'unnamed'],
    ['a\u20ddb', 'aB'],
    ['\u2e2f', 'unnamed'],
    ['Москва_1', 'москва1'],
    ['***', 'unnamed'],
  ])('%s becomes the field %s', (name, field) => {
    expect(camelCase(name)).toBe(field)
  })

  test.each([
    ['order_details', 'order-details'],
    ['Größe', 'groe'],
    ['2nd_table', 'nd-table'],
    ['日本', 'unnamed'],
  ])('%s becomes the path %s', (name, path) => {
    expect(kebabCase(name)).toBe(path)
  })

  test.each([
    ['film', 'films'],
    ['category', 'categories'],
    ['day', 'days'],
    ['address', 'addresses'],
    ['box', 'boxes'],
    ['orderDetails', 'orderDetails'],
    ['orderStatus', 'orderStatuses'],
    ['salesPerson', 'salesPeople'],
    ['child', 'children'],
    ['menus', 'menus'],
  ])('the plural of %s is %s', (name, expected) => {
    expect(plural(name)).toBe(expected)
  })

  test.each([
    ['films', 'film'],
    ['categories', 'category'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['address', 'address'],
    ['staff', 'staff'],
    ['statuses', 'status'],
    ['status', 'status'],
    ['tagAliases', 'tagAlias'],
    ['movies', 'movie'],
    ['people', 'person'],
    ['timeSeries', 'timeSeries'],
    ['databases', 'database'],
    ['warehouses', 'warehouse'],
  ])('the singular of %s is %s', (name, expected) => {
    expect(singular(name)).toBe(expected)
  })

  test.each([
    ['language_id', 'language'],
    ['originalLanguageId', 'originalLanguage'],
    ['reports_to', 'reportsTo'],
    ['country_code', 'country'],
    ['id', 'id'],
  ])('the foreign key %s becomes the relation %s', (column, relation) => {
    expect(relationName(column)).toBe(relation)
  })

  test('a name that is taken gets the next candidate, then a number', () => {
    const taken = new Set(['films'])
    expect(claim(taken, 'films', 'filmsByLanguage')).toBe('filmsByLanguage')
    expect(claim(taken, 'films', 'filmsByLanguage')).toBe('filmsByLanguage2')
    expect(claim(taken, 'films', 'filmsByLanguage')).toBe('filmsByLanguage3')
  })
})
