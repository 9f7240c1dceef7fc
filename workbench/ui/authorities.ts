import { t } from '../texts/translate.js'

/** `*` stands for every authority: that of the usual caller while authentication is off. */
export const authoritiesText = (authorities: readonly string[]): string =>
  authorities.includes('*')
    ? t('Has every authority.')
    : authorities.length === 0
      ? t('No authorities')
      : authorities.join(', ')
