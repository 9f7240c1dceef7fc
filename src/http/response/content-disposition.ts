/** `Content-Disposition` of a download (RFC 6266): an ASCII name, and the full name beside it. */

/** Characters that file systems refuse, or that could leave the folder or the header. */
const unsafe = /[\p{Cc}\p{Cf}/\\:*?"<>|%]/gu

export const attachment = (name: string, extension?: string): string => {
  const safe = name.toWellFormed().replace(unsafe, '_').replace(/^\.+/, '').trim() || 'export'
  const suffix = extension === undefined ? '' : `.${extension}`
  const file = safe.toLowerCase().endsWith(suffix) ? safe : `${safe}${suffix}`
  // The compatible form of a character may be unsafe again: a wide quotation mark becomes a quote.
  const ascii = file
    .normalize('NFKD')
    .replace(unsafe, '_')
    .replace(/[^\x20-\x7e]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file).replace(/['()]/g, percent)}`
}

/** Characters that RFC 8187 escapes and `encodeURIComponent` does not. */
const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
