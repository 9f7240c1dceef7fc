/** Finds what is wrong with a file before it is sent. */
import { language } from '../../browser/locale.js'
import { formatBytes } from '../../fields/measure.js'
import type { Field } from '../../service/shape.js'
import { t } from '../../texts/translate.js'

/** Returns undefined if the service may accept the file. */
export const faultOfFile = (
  {
    label,
    accept,
    maxBytes = Number.POSITIVE_INFINITY,
  }: Pick<Field, 'label' | 'accept' | 'maxBytes'>,
  { type, size }: Pick<File, 'type' | 'size'>,
): string | undefined => {
  if (accept !== undefined && !accept.split(',').some((accepted) => isOf(type, accepted))) {
    return t('{label} must be of the type {types}.', { label, types: accept.split(',').join(', ') })
  }
  if (size > maxBytes) {
    return t('{label} must have at most {most}; the file has {size}.', {
      label,
      most: formatBytes(maxBytes, language.value),
      size: formatBytes(size, language.value),
    })
  }
  return undefined
}

/** @param accepted a media type, or a pattern of them such as `image/*` */
const isOf = (type: string, accepted: string): boolean => {
  if (accepted === '*/*') return true
  return accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted
}
