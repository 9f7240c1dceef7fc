/** `Content-Disposition` of a download (RFC 6266): a name in ASCII, and the whole one beside it. */

/** What no file system takes, and what would lead out of a folder or out of the header. */
const unsafe = /[\p{Cc}\p{Cf}/\\:*?"<>|%]/gu

export const attachment = (name: string, extension: string): string => {
  const safe = name.toWellFormed().replace(unsafe, '_').replace(/^\.+/, '').trim() || 'export'
  const suffix = `.${extension}`
  const file = safe.toLowerCase().endsWith(suffix) ? safe : `${safe}${suffix}`
  const ascii = file.normalize('NFKD').replace(/[^\x20-\x7e]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file).replace(/['()]/g, percent)}`
}

/** What `encodeURIComponent` leaves and RFC 8187 does not. */
const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
