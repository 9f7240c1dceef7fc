/**
 * Bundles the workbench, the page at `/workbench`, for browsers: files whose names contain their
 * hash, a compressed copy of each, and a manifest. `npm install` in a checkout does this, so that
 * `npm start` has the page.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { minify } from 'terser'
import { manifestFile, type WorkbenchManifest } from '../src/http/pages/workbench.js'
import { numberedTexts } from './workbench-texts.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const entry = 'workbench/main.tsx'
const icon = 'workbench/icon.svg'
const licenseFile = 'licenses.txt'

/** The suffix of each compressed copy of a file, and the function that makes the copy. */
type Compressions = Readonly<Record<string, (content: Uint8Array) => Promise<Uint8Array>>>

const smallest: Compressions = {
  '.br': (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  '.gz': (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

/** For development, where a build must be quick. */
const quickest: Compressions = {
  '.br': (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  '.gz': (content) => promisify(gzip)(content, { level: 1 }),
}

/** A bundle in memory, by file name. */
type Files = ReadonlyMap<string, Uint8Array>

export interface BundleOptions {
  /** For development: writes a source map beside each script. */
  readonly sourcemap?: boolean
}

/** Writes the bundle. A folder that has this bundle already is left as it is. */
export const bundleWorkbench = async (
  outdir: string,
  { sourcemap = false }: BundleOptions = {},
): Promise<void> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: packageFolder,
    ...{ entryPoints: [entry, icon], entryNames: '[name]-[hash]', assetNames: '[name]-[hash]' },
    ...{ outdir, chunkNames: '[name]-[hash]' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'browser', target: 'es2022' },
    ...{ jsx: 'automatic', jsxImportSource: 'preact' },
    plugins: [numberedTexts],
    loader: { '.svg': 'copy', '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    charset: 'utf8',
    ...{ minify: true, sourcemap: sourcemap && 'linked', legalComments: 'none' },
    ...{ metafile: true, write: false, logLevel: 'silent' },
  })
  // File names contain digests of what esbuild wrote, so equal names mean an equal bundle.
  const names = outputFiles.map(({ path }) => basename(path)).toSorted()
  const current = await currentManifest(outdir)
  if (current && names.join() === Object.keys(current.digests).toSorted().join()) return
  const files = new Map(
    await Promise.all(
      outputFiles.map(async ({ path, contents }) => {
        const isScript = path.endsWith('.js') && !sourcemap
        return [basename(path), isScript ? await shorten(contents) : contents] as const
      }),
    ),
  )
  const manifest = JSON.stringify(manifestOf(metafile, files), null, 2)
  const compressions = sourcemap ? quickest : smallest
  await mkdir(outdir, { recursive: true })
  // Readers find a complete bundle at any time: files are written first, then the manifest, and old
  // files are removed last.
  await Promise.all(
    [...files].map(([name, content]) => writeCopies(join(outdir, name), content, compressions)),
  )
  await writeFile(join(outdir, licenseFile), await licensesOf(metafile))
  await writeFile(join(outdir, `${manifestFile}.new`), manifest)
  await rename(join(outdir, `${manifestFile}.new`), join(outdir, manifestFile))
  await removeOthers(outdir, files)
}

/** Minifies once more: terser saves four percent of what esbuild leaves. */
const shorten = async (script: Uint8Array): Promise<Uint8Array> => {
  const { code } = await minify(Buffer.from(script).toString(), {
    ...{ module: true, ecma: 2020, mangle: { toplevel: true } },
    compress: {
      ecma: 2020,
      passes: 3,
      keep_fargs: false,
      pure_getters: true,
      unsafe_arrows: true,
      inline: 1,
      lhs_constants: false,
    },
  })
  return Buffer.from(code!)
}

const manifestOf = ({ outputs }: Metafile, files: Files): WorkbenchManifest => {
  const outputOf = (source: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)
    if (!found) throw new Error(`The bundle has no output for '${source}'.`)
    return { name: found[0], ...found[1] }
  }
  const { name: script, cssBundle } = outputOf(entry)
  return {
    script: basename(script),
    styles: cssBundle ? [basename(cssBundle)] : [],
    preloads: importedBy(script, outputs).map((name) => basename(name)),
    icon: basename(outputOf(icon).name),
    digests: Object.fromEntries(
      [...files].map(([name, content]) => [
        name,
        createHash('sha256').update(content).digest('base64url').slice(0, 22),
      ]),
    ),
  }
}

/** The chunks that a script imports at once, without those that it loads later. */
const importedBy = (
  name: string,
  outputs: Metafile['outputs'],
  found = new Set<string>(),
): readonly string[] => {
  for (const { path, kind } of outputs[name]?.imports ?? []) {
    if (kind !== 'import-statement' || found.has(path)) continue
    found.add(path)
    importedBy(path, outputs, found)
  }
  return [...found]
}

const currentManifest = async (folder: string): Promise<WorkbenchManifest | undefined> => {
  const file = join(folder, manifestFile)
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined
}

const writeCopies = async (
  file: string,
  content: Uint8Array,
  compressions: Compressions,
): Promise<void> => {
  await writeFile(file, content)
  for (const [suffix, compress] of Object.entries(compressions)) {
    await writeFile(`${file}${suffix}`, await compress(content))
  }
}

const removeOthers = async (folder: string, files: Files): Promise<void> => {
  const suffixes = ['', ...Object.keys(smallest)]
  const kept = new Set([...files.keys()].flatMap((name) => suffixes.map((end) => `${name}${end}`)))
  for (const name of await readdir(folder)) {
    if (kept.has(name) || name === manifestFile || name === licenseFile) continue
    await rm(join(folder, name))
  }
}

/** The licenses of the packages in the bundle. */
const licensesOf = async ({ inputs }: Metafile): Promise<string> => {
  const packages = new Set(
    Object.keys(inputs).flatMap((file) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  )
  const texts = [...packages].toSorted().map(async (name) => {
    const folder = join(packageFolder, name)
    const license = (await readdir(folder)).find((file) => /^licen[sc]e/i.test(file))
    if (!license) throw new Error(`'${name}' is in the bundle and has no license.`)
    return `${name.replace('node_modules/', '')}\n\n${await readFile(join(folder, license), 'utf8')}`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  await bundleWorkbench(join(packageFolder, 'dist/workbench'))
}
