/** The operations of the service, from its API descriptions. */
import { t } from '../../texts/translate.js'

export const ApiPage = (_: { group: string | undefined }) => (
  <div class="page">
    <h1>{t('API reference')}</h1>
  </div>
)
