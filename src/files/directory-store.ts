/**
 * Keeps files in a folder that all nodes share. A file gets its name when it is complete and on the
 * disk.
 */
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.js'

export const createDirectoryStore = (directory: string): FileStore => {
  // Folders with millions of entries are slow to list.
  const folderOf = (id: string): string => join(directory, id.slice(0, 2))
  const pathOf = (id: string): string => join(folderOf(id), id)
  const partOf = (id: string): string => `${pathOf(id)}.part`
  return {
    write: async (id, bytes) => {
      await mkdir(folderOf(id), { recursive: true })
      const file = await open(partOf(id), 'wx', 0o600)
      try {
        for await (const chunk of bytes) await file.writeFile(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(partOf(id), pathOf(id))
    },

    async *read(id, { start, end }) {
      if (start === end) return
      let left = end - start
      for await (const chunk of createReadStream(pathOf(id), { start, end: end - 1 })) {
        left -= (chunk as Buffer).length
        yield chunk as Buffer
      }
      if (left > 0) throw new Error('a file is shorter than its record says')
    },

    remove: async (id) => {
      await Promise.all([partOf(id), pathOf(id)].map((path) => rm(path, { force: true })))
    },
  }
}
