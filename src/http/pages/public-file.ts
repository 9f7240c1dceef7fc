/** A file that the service sends to everyone, from memory. */

export interface PublicFile {
  readonly content: Buffer
  readonly mediaType: string
}

/** Media types of the files of pages, by the ends of their names. */
export const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
}
