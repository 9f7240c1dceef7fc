/**
 * What an application changes of the workbench: its title, logo, accent color and texts, and the
 * module that adds cells and pages. The page finds all of it as files below its path.
 */
import { createHash } from 'node:crypto'
import type { Settings } from '../../foundation/settings/settings.js'
import type { MessageCatalogs } from '../../foundation/text/messages.js'
import { accentStyle } from './accent.js'
import { mediaTypes, type PublicFile } from './public-file.js'

export interface Customization {
  /** Empty for the title of the API. */
  readonly title: string
  /** Languages with texts of the application for the page. */
  readonly languages: readonly string[]
  /** Files by their paths below the page, such as `accent.css`. */
  readonly files: ReadonlyMap<string, CustomFile>
}

interface CustomFile extends PublicFile {
  readonly digest: string
}

/** Paths of the files that the shell names. */
export const customFiles = {
  accent: 'accent.css',
  logo: 'logo',
  extension: 'extensions/index.js',
  texts: (language: string) => `texts-${language}.json`,
} as const

export interface CustomizationOptions {
  readonly settings: Settings
  readonly messages: MessageCatalogs
  readonly logo: PublicFile | undefined
  /** Files of the extension by their paths in its folder. */
  readonly extension: ReadonlyMap<string, PublicFile>
}

export const customizationOf = (options: CustomizationOptions): Customization => {
  const { settings, messages, logo, extension } = options
  const files = new Map<string, PublicFile>()
  const accent = settings['platform.workbench.accent']
  if (accent !== '') {
    files.set(customFiles.accent, textFile(accentStyle(accent), 'css'))
  }
  if (logo) files.set(customFiles.logo, logo)
  for (const [name, file] of extension) files.set(`extensions/${name}`, file)
  const texts = Object.entries(messages)
    .map(([language, catalog]) => [language, pageTexts(catalog)] as const)
    .filter(([, pageCatalog]) => Object.keys(pageCatalog).length > 0)
  for (const [language, pageCatalog] of texts) {
    files.set(customFiles.texts(language), textFile(JSON.stringify(pageCatalog), 'json'))
  }
  return {
    title: settings['platform.workbench.title'],
    languages: texts.map(([language]) => language),
    files: new Map([...files].map(([name, file]) => [name, withDigest(file)])),
  }
}

const withDigest = (file: PublicFile): CustomFile => ({
  ...file,
  digest: createHash('sha256').update(file.content).digest('base64url').slice(0, 22),
})

const prefix = 'workbench.'

/** Messages of the application whose key is `workbench.` and an English text of the page. */
const pageTexts = (catalog: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(catalog)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, text]) => [key.slice(prefix.length), text]),
  )

const textFile = (text: string, extension: string): PublicFile => ({
  content: Buffer.from(text),
  mediaType: mediaTypes[extension]!,
})
