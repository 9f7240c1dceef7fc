import { expect, test } from 'vitest'
import { latestVersion } from './data-versions.js'

/** The responses are in the order of their arrival, newest first; they were sent in another one. */
const seen = (url: string, version?: string, status = 200, sentAt = 0) => ({
  url,
  status,
  startedAt: new Date(sentAt),
  responseHeaders: version === undefined ? {} : { 'x-data-version': version },
})

test('a stored result does not say which version is the newest', () => {
  const stored = seen('/api/people/stats/group-by', 'old', 200, 2)
  const exchanges = [
    { ...stored, responseHeaders: { ...stored.responseHeaders, age: '40' } },
    seen('/api/people/filter', 'new', 200, 1),
  ]
  expect(latestVersion(exchanges, '/api/people', ['/api/people'])).toBe('new')
})

test('the newest response about the resource has its version', () => {
  const exchanges = [
    seen('/schemas/resources'),
    seen('/api/people/notes/filter', 'notes'),
    seen('/api/people-archive/filter', 'archive'),
    seen('/api/people/7', 'failed', 409),
    seen('/api/people/filter?page=0', 'slow', 200, 1),
    seen('/api/people/filter', 'new', 200, 2),
  ]
  const paths = ['/api/people', '/api/people/notes', '/api/people-archive']
  expect(latestVersion(exchanges, '/api/people', paths)).toBe('new')
  expect(latestVersion(exchanges, '/api/people/notes', paths)).toBe('notes')
  expect(latestVersion(exchanges, '/api/other', paths)).toBeUndefined()
})
