/** The API reference, by groups and resources. */
import { contextPath } from '../../browser/page-facts.js'
import { addresses } from '../../browser/router.js'
import { discoveryGroup } from '../../contract/openapi.js'
import { catalog, service } from '../../service/catalog.js'
import { t } from '../../texts/translate.js'
import { Prose } from '../../ui/prose.js'
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
        <Facts />
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

/** The version and the description of the API, and where its documents are. */
const Facts = () => {
  const { title, version, description } = service.value ?? {}
  return (
    <>
      {description && (
        <p>
          <Prose text={description} />
        </p>
      )}
      <p class="row faint">
        {title} {version}
        <a href={`${contextPath}/v3/api-docs`}>OpenAPI 3.1</a>
        <a href={`${contextPath}/docs/errors`} target="_blank" rel="noopener">
          {t('Errors')}
        </a>
      </p>
    </>
  )
}
