import { expect, test } from 'vitest'
import { latestVersion } from './data-version.js'

const seen = (url: string, version?: string, status = 200) => ({
  url,
  status,
  responseHeaders: version === undefined ? {} : { 'x-data-version': version },
})

test('the newest response about the resource has its version', () => {
  const exchanges = [
    seen('/schemas/resources'),
    seen('/api/people/notes/filter', 'notes'),
    seen('/api/people-archive/filter', 'archive'),
    seen('/api/people/7', 'failed', 409),
    seen('/api/people/filter?page=0', 'new'),
    seen('/api/people/filter', 'old'),
  ]
  const paths = ['/api/people', '/api/people/notes', '/api/people-archive']
  expect(latestVersion(exchanges, '/api/people', paths)).toBe('new')
  expect(latestVersion(exchanges, '/api/people/notes', paths)).toBe('notes')
  expect(latestVersion(exchanges, '/api/other', paths)).toBeUndefined()
})
