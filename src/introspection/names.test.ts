import { describe, expect, test } from 'vitest'
import { camelCase, claim, kebabCase, plural, relationName, sentence, singular } from './names.js'

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
    ['School bus', 'School buses'],
    ['canvas', 'canvases'],
    ['salesPerson', 'salesPeople'],
    ['child', 'children'],
    ['menus', 'menus'],
    ['reportedBy', 'reportedBy'],
    ['reportsTo', 'reportsTo'],
    ['salesman', 'salesmen'],
    ['human', 'humans'],
    ['shelf', 'shelves'],
    ['analysis', 'analyses'],
    ['metadata', 'metadata'],
    ['Port traffic', 'Port traffic'],
    ['quiz', 'quizzes'],
    ['belief', 'beliefs'],
    ['roof', 'roofs'],
    ['people', 'people'],
    ['salesmen', 'salesmen'],
    ['grandchildren', 'grandchildren'],
    ['specimen', 'specimens'],
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
    ['buses', 'bus'],
    ['canvases', 'canvas'],
    ['bases', 'base'],
    ['movies', 'movie'],
    ['people', 'person'],
    ['timeSeries', 'timeSeries'],
    ['databases', 'database'],
    ['warehouses', 'warehouse'],
    ['women', 'woman'],
    ['shelves', 'shelf'],
    ['analyses', 'analysis'],
    ['quizzes', 'quiz'],
    ['sizes', 'size'],
    ['waltzes', 'waltz'],
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

  test.each([
    ['billtoaddressid', 'address', 'billtoaddress'],
    ['territoryid', 'salesterritory', 'territory'],
    ['countryregioncode', 'countryregion', 'countryregion'],
    ['customerid', 'customers', 'customer'],
    ['salesorderid', 'salesorderheader', 'salesorder'],
    ['ship_methodid', 'ship_method', 'shipMethod'],
    ['modifiedbyid', 'users', 'modifiedbyid'],
    ['grid', 'grids', 'grid'],
    ['bid', 'jobs', 'bid'],
  ])('the foreign key %s to %s becomes the relation %s', (column, table, relation) => {
    expect(relationName(column, table)).toBe(relation)
  })

  test.each([
    ['sister_ship_imo', 'ships', 'imo_number', 'sisterShip'],
    ['ship_imo_number', 'ships', 'imo_number', 'ship'],
    ['box_number', 'box', 'number', 'box'],
    ['customer_type_id', 'customer_groups', 'customer_type_id', 'customerType'],
    ['imo_number', 'ships', 'imo_number', 'imoNumber'],
    ['number', 'box', 'number', 'number'],
    ['home_country', 'countries', 'country', 'homeCountry'],
    ['origin', 'ports', 'code', 'origin'],
  ])('the foreign key %s to %s.%s becomes the relation %s', (column, table, key, relation) => {
    expect(relationName(column, table, key)).toBe(relation)
  })

  test.each([
    ['filmsByOriginalLanguage', 'Films by original language'],
    ['orderDetails', 'Order details'],
    ['größen', 'Größen'],
  ])('the title of %s is %s', (name, title) => {
    expect(sentence(name)).toBe(title)
  })

  test('a name that is taken gets the next candidate, then a number', () => {
    const taken = new Set(['films'])
    expect(claim(taken, 'films', 'filmsByLanguage')).toBe('filmsByLanguage')
    expect(claim(taken, 'films', 'filmsByLanguage')).toBe('filmsByLanguage2')
    expect(claim(taken, 'films', 'filmsByLanguage')).toBe('filmsByLanguage3')
  })
})
