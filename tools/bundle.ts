/**
 * Bundles the package into few files: Node spends most of a start on finding and loading modules.
 * `npm run build` bundles into `dist`, beside the declarations.
 */
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { bundleWorkbench } from './bundle-workbench.js'

export const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const entries = ['index', 'testing', 'client', 'cli']

/** TypeBox consists of 700 small modules, which take a third of the time of a start. */
const bundled = ['typebox', 'typebox/schema']

/** @param packages those of `packages` that are modules of their own, for tests */
export const bundle = async (
  outdir: string,
  {
    packages = [],
    sourcemap = 'linked',
  }: { packages?: readonly string[]; sourcemap?: 'linked' | 'inline' } = {},
): Promise<void> => {
  const { resolve } = createRequire(import.meta.url)
  const { metafile } = await build({
    absWorkingDir: packageFolder,
    entryPoints: [
      ...entries.map((name) => ({ in: `src/${name}.ts`, out: name })),
      ...packages.map((name) => ({ in: `packages/${name}/src/index.ts`, out: `packages/${name}` })),
    ],
    ...{ outdir, chunkNames: 'chunks/[name]-[hash]' },
    // Packages of this repository are bundled from their sources.
    conditions: ['@corollary/source'],
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{
      packages: 'external',
      alias: Object.fromEntries(bundled.map((name) => [name, resolve(name)])),
    },
    // The package contains its sources.
    ...{ sourcemap, sourcesContent: false, logLevel: 'silent' },
    metafile: true,
  })
  await separateLoads(outdir, metafile)
  const license = join(dirname(resolve('typebox')), '../license')
  await copyFile(license, join(outdir, 'typebox.license'))
}

const chunkFile = /^chunks\/[\w.-]+\.js$/

/**
 * Moves dynamic imports from chunks to a small module: tsx transforms each module that has one, and
 * its source map, which takes 0.3 s for the largest chunk.
 */
const separateLoads = async (outdir: string, { outputs }: Metafile): Promise<void> => {
  const names = new Set<string>()
  for (const [output, { imports }] of Object.entries(outputs)) {
    const file = relative(outdir, join(packageFolder, output))
    const loads = imports.filter(({ kind }) => kind === 'dynamic-import')
    if (!chunkFile.test(file) || loads.length === 0) continue
    const source = await readFile(join(outdir, file), 'utf8')
    // The text is as long as the call that it replaces, so that positions of the source map stay
    // right.
    const separated = source.replaceAll(/\bimport\("([^"]+)"\)/g, (_call, name: string) => {
      names.add(name)
      return `__load("${name}")`
    })
    await writeFile(join(outdir, file), `${separated}import { __load } from "./load.js";\n`)
  }
  const lines = [...names].toSorted().map((name) => `  "${name}": () => import("${name}"),\n`)
  const text = `const loads = {\n${lines.join('')}};\nexport const __load = (name) => loads[name]();\n`
  await writeFile(join(outdir, 'chunks/load.js'), text)
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  const dist = join(packageFolder, 'dist')
  await rm(dist, { recursive: true, force: true })
  await bundle(dist)
  await bundleWorkbench(join(dist, 'workbench'))
}
