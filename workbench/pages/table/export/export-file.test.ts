import { expect, test } from 'vitest'
import { csvRowCounter, fileNameOf, type Sink, saveResponse } from './export-file.js'

const bytes = (text: string) => new TextEncoder().encode(text)

test('counts records of csv, whose texts may have line ends, in whatever pieces they arrive', () => {
  const file = 'id,name\r\n1,"a\nb"\r\n2,"say ""hi""\n"\r\n3,c\r\n'
  for (const size of [1, 2, 7, 100]) {
    const count = csvRowCounter()
    let rows = 0
    for (let at = 0; at < file.length; at += size) rows = count(bytes(file.slice(at, at + size)))
    expect(rows).toBe(3)
  }
  expect(csvRowCounter()(bytes('id\r\n'))).toBe(0)
})

test('reads the name of the file', () => {
  const both = `attachment; filename="e.csv"; filename*=UTF-8''%C3%A9t%C3%A9.csv`
  expect(fileNameOf(both)).toBe('été.csv')
  expect(fileNameOf('attachment; filename="a b.csv"')).toBe('a b.csv')
  expect(fileNameOf(null)).toBeUndefined()
})

const recorder = () => {
  const calls: string[] = []
  const sink: Sink = {
    write: async (part) => void calls.push(new TextDecoder().decode(part)),
    finish: async (name, type) => void calls.push(`finish ${name} ${type}`),
    discard: async () => void calls.push('discard'),
  }
  return { calls, sink }
}

test('saves the file under its name, and says how far it is', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Content-Disposition': 'filename="a.csv"' }
  const { calls, sink } = recorder()
  const seen: unknown[] = []
  const response = new Response('id\n1\n2\n', { headers })
  const progress = await saveResponse(response, sink, (step) => seen.push(step))
  expect(progress).toEqual({ bytes: 7, rows: 2 })
  expect(seen.at(-1)).toEqual(progress)
  expect(calls).toEqual(['id\n1\n2\n', 'finish a.csv text/csv'])
})

test('saves nothing of a file that breaks off', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes('half')),
    pull: () => Promise.reject(new Error('gone')),
  })
  const { calls, sink } = recorder()
  await expect(saveResponse(new Response(body), sink, () => {})).rejects.toThrow('gone')
  expect(calls).toEqual(['half', 'discard'])
})
