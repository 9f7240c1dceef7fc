/**
 * Finds a Chromium: the one that `CHROME_PATH` names, an installed one, or, on Linux x64, the one
 * of the package `@sparticuz/chromium`, which brings libraries and fonts that a machine may lack.
 */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Chromium {
  readonly executable: string
  /** Variables that it needs beside those of this process. */
  readonly environment: Readonly<Record<string, string>>
}

export interface NoChromium {
  /** The reason why there is none, for people. */
  readonly missing: string
}

const installed: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

const packageName = '@sparticuz/chromium'
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
const unpackMs = 60_000

/** The configuration names only the fonts of the package, and no relative path of a cache. */
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * The package unpacks into the temporary folder of its process, under fixed names, and takes what
 * it finds there as complete. So each attempt has a folder of its own, which is renamed at the
 * end. The variable of Amazon makes it unpack the libraries too.
 */
const unpack = async (folder: string): Promise<void> => {
  await mkdir(cacheFolder, { recursive: true })
  const attempt = await mkdtemp(join(cacheFolder, 'unpack-'))
  try {
    const program = `import chromium from '${packageName}'; await chromium.executablePath()`
    const env = { ...process.env, TMPDIR: attempt, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      ...{ cwd: cacheFolder, env, timeout: unpackMs },
    })
    await writeFile(join(attempt, 'fonts.conf'), fontSettings(folder))
    await rename(attempt, folder)
  } catch (error) {
    await rm(attempt, { recursive: true, force: true })
    // Another process has unpacked it meanwhile.
    if (!(await isExecutable(join(folder, 'chromium')))) throw error
  }
}

const packagedChromium = async (): Promise<Chromium> => {
  const entry = createRequire(import.meta.url).resolve(packageName)
  const description = await readFile(join(dirname(entry), '../../package.json'), 'utf8')
  const folder = join(cacheFolder, `chromium-${JSON.parse(description).version}`)
  const executable = join(folder, 'chromium')
  if (!(await isExecutable(executable))) await unpack(folder)
  return {
    executable,
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** @throws Error if `CHROME_PATH` names no program */
export const findChromium = async (): Promise<Chromium | NoChromium> => {
  const chosen = process.env['CHROME_PATH']
  // This lets a machine with a browser test the package.
  if (chosen === packageName) return packagedChromium()
  if (chosen) {
    if (await isExecutable(chosen)) return { executable: chosen, environment: {} }
    throw new Error(`CHROME_PATH: '${chosen}' is not a program.`)
  }
  for (const executable of installed[process.platform] ?? []) {
    if (await isExecutable(executable)) return { executable, environment: {} }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium()
  return {
    missing: `No Chromium found on ${process.platform} ${process.arch}. Set CHROME_PATH to one.`,
  }
}
