import { expect, test } from 'vitest'
import type { ResourceEntry } from '../../service/discovery.js'
import { readShape } from '../../service/shape.js'
import { isDetail, type RecordSurface, relatedFilter, resourceOfPath } from './surfaces.js'

const resources = ['/api/hr', '/api/hr/absences', '/api/hr/absences-archive'].map(
  (resourcePath) => ({ resourcePath }) as ResourceEntry,
)

test.for([
  ['/api/hr/absences/filter', '/api/hr/absences'],
  ['/api/hr/absences-archive/all', '/api/hr/absences-archive'],
  ['/api/hr/{id}', '/api/hr'],
  ['/api/other/filter', undefined],
] as const)('the operation %s belongs to the resource %s', ([path, resourcePath]) => {
  expect(resourceOfPath(resources, path)?.resourcePath).toBe(resourcePath)
})

const filterField = (order: number, more: object = {}) => ({
  type: 'integer',
  'x-ui': { label: 'Employee', type: 'number', controlType: 'numericTextBox', order, ...more },
})
const filterShape = readShape({
  properties: { employeeId: filterField(1), employeeIds: filterField(2, { multiple: true }) },
  'x-ui': {} as never,
})

const related = (recordFilter: RecordSurface['recordFilter']) => ({ recordFilter }) as RecordSurface

test('a related surface is narrowed by the value of the record', () => {
  const surface = related({ field: 'employeeId', valueField: 'id' })
  expect(relatedFilter(surface, { id: 4 }, filterShape)).toEqual({ employeeId: 4 })
  expect(relatedFilter(surface, { id: null }, filterShape)).toBeUndefined()
  expect(relatedFilter(related(null), { id: 4 }, filterShape)).toBeUndefined()
})

test('a related surface whose filter compares with a list gets a list of one value', () => {
  const surface = related({ field: 'employeeIds', valueField: 'id' })
  expect(relatedFilter(surface, { id: 4 }, filterShape)).toEqual({ employeeIds: [4] })
})

test('the detail surface is the view of the record itself', () => {
  const detail = {
    kind: 'VIEW',
    method: 'GET',
    path: '/api/hr/{id}',
    responseCardinality: 'OBJECT',
  } as RecordSurface
  expect(isDetail(detail)).toBe(true)
  expect(isDetail({ ...detail, kind: 'READ_PROJECTION' })).toBe(false)
  expect(isDetail({ ...detail, path: '/api/hr/all', responseCardinality: 'COLLECTION' })).toBe(
    false,
  )
})
