/** How files of some types begin. Browsers and programs that show them trust the type. */

/** Bytes that are needed to recognise a type. */
export const signatureBytes = 12

/** Texts in Latin 1, each with the position where a file of the type has it. */
const signatures: Readonly<
  Record<string, readonly (readonly (readonly [at: number, text: string])[])[]>
> = {
  'image/png': [[[0, '\x89PNG\r\n\x1a\n']]],
  'image/jpeg': [[[0, '\xff\xd8\xff']]],
  'image/gif': [[[0, 'GIF87a']], [[0, 'GIF89a']]],
  'image/webp': [
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
  'image/bmp': [[[0, 'BM']]],
  'image/tiff': [[[0, 'II*\0']], [[0, 'MM\0*']]],
  'application/pdf': [[[0, '%PDF-']]],
}

/** Whether a file that begins so is not of the type. Of most types nothing is known. */
export const contradicts = (type: string, start: Uint8Array): boolean => {
  const text = Buffer.from(start.subarray(0, signatureBytes)).toString('latin1')
  const forms = Object.hasOwn(signatures, type) ? signatures[type]! : undefined
  return (
    forms !== undefined &&
    !forms.some((parts) => parts.every(([at, part]) => text.startsWith(part, at)))
  )
}
