/** The built workbench, from the files of this package. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  manifestFile,
  type WorkbenchBundle,
  type WorkbenchManifest,
} from '../../http/pages/workbench.js'
import { packageFile } from './package-files.js'

/** Undefined if there is none, as in a checkout that is not built. */
const readWorkbench = async (): Promise<WorkbenchBundle | undefined> => {
  const folder = packageFile('dist/workbench')
  const file = join(folder, manifestFile)
  if (!existsSync(file)) return undefined
  const manifest: WorkbenchManifest = JSON.parse(await readFile(file, 'utf8'))
  const files = Object.keys(manifest.digests).map(async (name) => {
    const [identity, gzip, br] = await Promise.all(
      ['', '.gz', '.br'].map((suffix) => readFile(join(folder, `${name}${suffix}`))),
    )
    return [name, { identity: identity!, gzip: gzip!, br: br! }] as const
  })
  return { manifest, files: new Map(await Promise.all(files)) }
}

let loadedBundle: Promise<WorkbenchBundle | undefined> | undefined

/**
 * The bundle of this package, read at the first use and kept. One that is missing may be built
 * later.
 */
export const workbenchBundle = async (): Promise<WorkbenchBundle | undefined> => {
  loadedBundle ??= readWorkbench()
  const bundle = await loadedBundle.catch((error: unknown) => {
    loadedBundle = undefined
    throw error
  })
  if (!bundle) loadedBundle = undefined
  return bundle
}
