/** The API reference, by groups and resources. */

import { addresses } from '../../browser/router.js'
import { discoveryGroup } from '../../contract/openapi.js'
import { catalog } from '../../service/catalog.js'
import { t } from '../../texts/translate.js'
import { Reference } from './reference.js'

export const ApiPage = ({ group }: { group: string | undefined }) => {
  const groups = [
    ...(catalog.value?.groups ?? []),
    { group: discoveryGroup, title: t('Discovery') },
  ]
  return (
    <div class="page">
      <header class="page-header">
        <h1>{t('API reference')}</h1>
        <nav class="tabs" aria-label={t('Groups')}>
          {groups.map((each) => (
            <a
              key={each.group}
              href={addresses.api(each.group)}
              aria-current={each.group === group ? 'page' : undefined}
            >
              {each.title}
            </a>
          ))}
        </nav>
      </header>
      <Reference key={group} group={group} />
    </div>
  )
}
