/**
 * Adds up what the entries of a ZIP archive take unpacked, as its directory declares. A reader that
 * unpacks no more than is declared cannot be made to fill the memory by a small file.
 */

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const entryBytes = 46
/** A comment may follow the end of the directory. */
const maxCommentBytes = 65_535
/** Numbers that are stored elsewhere (ZIP64): no file within the limits needs them. */
const elsewhere = 0xffffffff
const countElsewhere = 0xffff
/** The flag of an entry whose sizes may be behind its content. */
const hasSizesBehind = 8

/** Returns undefined if the bytes are not such an archive, or an entry declares no true size. */
export const expandedBytes = (bytes: Buffer): number | undefined => {
  const end = endOf(bytes)
  if (end === undefined) return undefined
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  // Readers would use another directory.
  const isElsewhere = [bytes.readUInt32LE(end + 12), at].includes(elsewhere)
  if (isElsewhere || count === countElsewhere) return undefined
  let total = 0
  for (let entry = 0; entry < count; entry++) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== entrySignature) return undefined
    const packed = bytes.readUInt32LE(at + 20)
    const size = bytes.readUInt32LE(at + 24)
    // An empty entry that is packed takes two bytes.
    if (size === elsewhere || (size === 0 && packed > 2)) return undefined
    // Readers would use the sizes at the content, which nothing here adds up.
    if (packed === 0 && (bytes.readUInt16LE(at + 8) & hasSizesBehind) !== 0) return undefined
    total += size
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    at += entryBytes + lengths.reduce((sum, length) => sum + length)
  }
  return total
}

const endOf = (bytes: Buffer): number | undefined => {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes)
  for (let at = bytes.length - endBytes; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  return undefined
}
