import { t } from '../texts/translate.js'

/**
 * Prints authorities. `*` is every authority, which the usual caller has while authentication is
 * off.
 */
export const authoritiesText = (authorities: readonly string[]): string =>
  authorities.includes('*')
    ? t('Has every authority.')
    : authorities.length === 0
      ? t('No authorities')
      : authorities.join(', ')
