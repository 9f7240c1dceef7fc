/** A resource: its title, how many records it has, and what it supports. */
import { addresses } from '../../browser/router.js'
import type { ResourceEntry } from '../../service/discovery.js'
import { t, tn } from '../../texts/translate.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { useSeen } from '../../ui/seen.js'
import { useCount } from './counts.js'

type Supports = (resource: ResourceEntry) => boolean | undefined

/** The features that cards show, in their order. */
const marks: readonly (readonly [IconName, label: () => string, Supports])[] = [
  ['add', () => t('Create'), ({ canonicalOperations: can }) => can['create']],
  ['edit', () => t('Edit'), ({ canonicalOperations: can }) => can['update']],
  [
    'bars',
    () => t('Statistics'),
    ({ canonicalOperations: can }) =>
      can['statsGroupBy'] || can['statsTimeSeries'] || can['statsDistribution'],
  ],
  ['download', () => t('Export'), ({ canonicalOperations: can }) => can['export']],
  ['check', () => t('Workflow'), ({ actionsUrl }) => actionsUrl !== null],
]

export const ResourceCard = ({ resource }: { resource: ResourceEntry }) => {
  const { element, isSeen } = useSeen<HTMLLIElement>()
  const { resourceKey, title, description, readOnly } = resource
  return (
    <li ref={element} class="card">
      <h3>
        <a href={addresses.table(resourceKey)} class="card-link">
          {title}
        </a>
      </h3>
      <CardCount resource={resource} isSeen={isSeen} />
      {description && <p class="card-description">{description}</p>}
      <p class="card-marks">
        {readOnly && <span class="badge">{t('Read only')}</span>}
        {marks
          .filter(([, , supports]) => supports(resource))
          .map(([icon, label]) => (
            <span key={icon} class="mark">
              <Icon name={icon} />
              {label()}
            </span>
          ))}
      </p>
    </li>
  )
}

const CardCount = ({ resource, isSeen }: { resource: ResourceEntry; isSeen: boolean }) => {
  const count = useCount(resource, isSeen)
  return (
    <p class="card-count">
      {count?.total !== undefined && tn(count.total, '{count} record', '{count} records')}
      {count?.reason}
      {count === undefined && '\u00a0'}
    </p>
  )
}
