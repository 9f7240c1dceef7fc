/** Characters that a reader does not see, or that a terminal or editor obeys. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** `\u001b` for an escape character: a text of others that is safe to print. */
export const visibleText = (text: string): string =>
  text.replaceAll(invisible, (character) => character.split('').map(escaped).join(''))
