import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillFolder, makeFolders, replaceFile } from './files.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('folders are made with their parents, and the outermost new one is returned', () => {
  expect(makeFolders(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'))
  expect(makeFolders(join(folder, 'a', 'b'))).toBeUndefined()
})

test('a folder below a file, or in place of one, is an error', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolders(join(folder, 'file'))).toThrow(/EEXIST/)
  expect(() => makeFolders(join(folder, 'file', 'a', 'b'))).toThrow(/ENOTDIR/)
})

test.runIf(process.platform === 'linux')('a folder below /proc is an error', () => {
  expect(() => makeFolders('/proc/self/nothing/at/all')).toThrow(/ENOENT/)
})

test('a file that cannot be replaced is left as it was', () => {
  // The temporary file, not the file, has too long a name.
  const path = join(folder, 'x'.repeat(255))
  writeFileSync(path, 'before')
  expect(() => replaceFile(path, 'after')).toThrow(/ENAMETOOLONG/)
  expect(readFileSync(path, 'utf8')).toBe('before')
})

test('an empty folder that cannot be filled is empty again', () => {
  const empty = join(folder, 'empty')
  makeFolders(empty)
  const fill = () => {
    writeFileSync(join(empty, 'one'), '')
    throw new Error('the disk is full')
  }
  expect(() => fillFolder(empty, fill)).toThrow("empty' cannot be written: the disk is full")
  expect(readdirSync(empty)).toEqual([])
})
