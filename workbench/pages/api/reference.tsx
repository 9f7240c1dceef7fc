/** The resources of a group with their operations; the address `#operationId` opens one. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { contextPath } from '../../browser/page-facts.js'
import { decodeSegment, hash } from '../../browser/router.js'
import {
  discoveryGroup,
  type OpenApi,
  type OperationEntry,
  operationsOf,
} from '../../contract/openapi.js'
import { catalog } from '../../service/catalog.js'
import { apiDocumentOf, type ResourceEntry, readDocument } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { t } from '../../texts/translate.js'
import { Method } from '../../ui/method.js'
import { Empty, Loaded } from '../../ui/notices.js'
import { Prose } from '../../ui/prose.js'
import { OperationSearch } from './operation-search.js'
import { OperationView } from './operation-view.js'

/** A document of the API description. */
interface Section {
  readonly key: string
  readonly title: string
  readonly path: string
  readonly description: string | null
  /** Name of the document. */
  readonly group: string
  readonly url: string
}

const sectionOf = (resource: ResourceEntry): Section => {
  const { resourceKey, title, description, resourcePath, apiDocsUrl } = resource
  return {
    ...{ key: resourceKey, title, description, path: resourcePath },
    ...{ group: apiDocumentOf(resource), url: apiDocsUrl },
  }
}

const discoverySection = (): Section => ({
  ...{ key: '', title: t('Discovery'), description: null, path: `${contextPath}/schemas` },
  ...{ group: discoveryGroup, url: `${contextPath}/v3/api-docs/${discoveryGroup}` },
})

const sectionsOf = (group: string | undefined): readonly Section[] => {
  if (group === discoveryGroup) return [discoverySection()]
  const resources = catalog.value?.resources ?? []
  const ofGroup = resources.filter((resource) => group === undefined || resource.group === group)
  // The address may also name the API description of one resource.
  const ofDocument = resources.filter((resource) => apiDocumentOf(resource) === group)
  return (ofGroup.length > 0 ? ofGroup : ofDocument).map(sectionOf)
}

const isIn = ({ key }: Section, operationId: string): boolean =>
  key === '' || operationId === key || operationId.startsWith(`${key}.`)

export const Reference = ({ group }: { group: string | undefined }) => {
  const sections = sectionsOf(group)
  const wanted = decodeSegment(hash.value)
  // The longest key wins, because one key may begin with another.
  const open = sections
    .filter((section) => wanted !== '' && isIn(section, wanted))
    .toSorted((a, b) => b.key.length - a.key.length)[0]
  if (sections.length === 0) return <Empty title={t('There is no such group.')} />
  const groups =
    group === undefined ? (catalog.value?.groups ?? []).map((each) => each.group) : [group]
  return (
    <>
      {group !== discoveryGroup && <OperationSearch groups={groups} />}
      <div class="stack">
        {sections.map((section) => (
          <SectionView
            key={section.key}
            section={section}
            isOpen={sections.length === 1 || section === open}
            wanted={section === open ? wanted : ''}
          />
        ))}
      </div>
    </>
  )
}

const SectionView = ({
  section,
  isOpen: isWanted,
  wanted,
}: {
  section: Section
  isOpen: boolean
  wanted: string
}) => {
  const [isOpen, setOpen] = useState(isWanted)
  useEffect(() => {
    if (isWanted) setOpen(true)
  }, [isWanted, wanted])
  return (
    <details
      class="api-section"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{section.title}</h2>
        <code class="faint cut">{section.path}</code>
      </summary>
      {isOpen && <Operations section={section} wanted={wanted} />}
    </details>
  )
}

const Operations = ({ section, wanted }: { section: Section; wanted: string }) => {
  const docs = useLoad(section.url, () => readDocument<OpenApi>(section.url))
  return (
    <Loaded load={docs}>
      {(document) => (
        <>
          <p class="api-about faint">
            <span>{section.description && <Prose text={section.description} />}</span>
            <a href={section.url}>OpenAPI 3.1</a>
          </p>
          <ul class="operations">
            {operationsOf(document).map((entry) => (
              <OperationItem
                key={entry.operation.operationId}
                {...{ document, entry, section }}
                isWanted={entry.operation.operationId === wanted}
              />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

const OperationItem = ({
  document,
  entry,
  section,
  isWanted,
}: {
  document: OpenApi
  entry: OperationEntry
  section: Section
  isWanted: boolean
}) => {
  const { path, method, operation } = entry
  const [isOpen, setOpen] = useState(isWanted)
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isWanted) return
    setOpen(true)
    element.current?.scrollIntoView({ block: 'start' })
    element.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [isWanted])
  const rest = path.startsWith(section.path) ? path.slice(section.path.length) : path
  return (
    <li id={operation.operationId}>
      <details
        ref={element}
        class="operation"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <Method name={method} />
          <code class={`operation-path ${operation.deprecated ? 'deprecated' : ''}`}>
            {rest || '/'}
          </code>
          <span class="faint operation-summary">{operation.summary}</span>
        </summary>
        {isOpen && <OperationView {...{ document, entry, group: section.group }} />}
      </details>
    </li>
  )
}
