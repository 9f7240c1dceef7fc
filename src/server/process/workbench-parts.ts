/** What an application adds to the workbench: its logo, and the files of its extension. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { mediaTypes, type PublicFile } from '../../http/pages/public-file.js'

const logoSetting = 'platform.workbench.logo'
const extensionsSetting = 'platform.workbench.extensions'

const logoTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp']
const maxLogoBytes = 262_144
const maxExtensionBytes = 16_777_216

export interface WorkbenchParts {
  readonly logo: PublicFile | undefined
  /** Files of the extension by their paths in its folder. */
  readonly extension: ReadonlyMap<string, PublicFile>
}

/** Reads the files once, at the start. @throws StartError */
export const readWorkbenchParts = async (settings: Settings): Promise<WorkbenchParts> => ({
  logo: await readLogo(settings[logoSetting]),
  extension: await readExtension(settings[extensionsSetting]),
})

const readLogo = async (source: string): Promise<PublicFile | undefined> => {
  if (source === '') return undefined
  const logo = source.startsWith('data:') ? await readDataUrl(source) : await readImage(source)
  if (!logoTypes.includes(logo.mediaType)) {
    throw new StartError(`'${logoSetting}' must be an image of the type ${logoTypes.join(', ')}.`)
  }
  if (logo.content.length > maxLogoBytes) {
    throw new StartError(
      `'${logoSetting}' must have at most ${maxLogoBytes} bytes; it has ${logo.content.length}.`,
    )
  }
  return logo
}

const readImage = async (file: string): Promise<PublicFile> => ({
  content: await readBytes(logoSetting, file),
  mediaType: mediaTypes[extname(file).slice(1).toLowerCase()] ?? '',
})

const readDataUrl = async (url: string): Promise<PublicFile> => {
  try {
    const response = await fetch(url)
    const content = Buffer.from(await response.arrayBuffer())
    return { content, mediaType: response.headers.get('content-type')!.split(';')[0]! }
  } catch (cause) {
    throw new StartError(`'${logoSetting}' must be a valid data: URL.`, { cause })
  }
}

const readExtension = async (folder: string): Promise<ReadonlyMap<string, PublicFile>> => {
  if (folder === '') return new Map()
  const names = await readdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new StartError(`'${extensionsSetting}': ${folder} cannot be read.`, { cause })
  })
  // Types and other files that a browser does not load stay private.
  const served = names.filter((name) => mediaTypes[extname(name).slice(1)] && !isHidden(name))
  const files = new Map<string, PublicFile>()
  let bytes = 0
  for (const name of served.toSorted()) {
    const content = await readBytes(extensionsSetting, join(folder, name))
    bytes += content.length
    const mediaType = mediaTypes[extname(name).slice(1)]!
    files.set(name.split(sep).join('/'), { content, mediaType })
  }
  if (!files.has('index.js')) {
    throw new StartError(`'${extensionsSetting}': ${folder} must have a file index.js.`)
  }
  if (bytes > maxExtensionBytes) {
    throw new StartError(
      `'${extensionsSetting}': the files of ${folder} must have at most ${maxExtensionBytes} bytes together.`,
    )
  }
  return files
}

const isHidden = (name: string): boolean =>
  name.split(sep).some((part) => part.startsWith('.') || part === 'node_modules')

const readBytes = (setting: string, file: string): Promise<Buffer> =>
  readFile(file).catch((cause: unknown) => {
    throw new StartError(`'${setting}': ${file} cannot be read.`, { cause })
  })
