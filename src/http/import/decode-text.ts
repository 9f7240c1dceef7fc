/**
 * Decodes the bytes of a text file. UTF-8 needs no mark and UTF-16 has one; any other encoding must
 * be named, because a guess that is wrong would change names without a trace.
 */
import { AppError, problem } from '../../foundation/errors/app-error.js'

const sliceBytes = 65_536

/** @throws AppError UNSUPPORTED_MEDIA_TYPE, REQUEST_PAYLOAD_INVALID */
export function* decodeText(bytes: Buffer, charset: string | undefined): Generator<string> {
  const encoding = charset ?? markedEncoding(bytes)
  const decoder = decoderOf(encoding)
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      yield decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })
    }
    yield decoder.decode()
  } catch (cause) {
    throw new AppError(problem('importNotDecodable', { encoding }), { cause })
  }
}

const markedEncoding = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

const decoderOf = (encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch (cause) {
    throw new AppError(problem('importCharsetUnknown', { charset: encoding.slice(0, 40) }), {
      cause,
    })
  }
}
