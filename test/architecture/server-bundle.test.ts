/** The code of the server, as the package contains it. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from '../../tools/bundle.js'

/** The conformance kit is 110 kB of it, in a file that only its command loads. */
const maxKilobytes = 2_500

test(`the code of the server is smaller than ${maxKilobytes} kB`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'server-bundle-'))
  try {
    await bundle(folder)
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.js$/.test(name))
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(folder, name))).size),
    )
    expect(names.length).toBeGreaterThan(4)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxKilobytes * 1_000)
  } finally {
    await rm(folder, { recursive: true })
  }
})
