/** What each operation is called and what it does, in the API description and in the catalog. */
import type { OperationName } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Published } from './published.js'

interface OperationTexts {
  readonly summary: string
  readonly description: string
}

/** `subject` names the records in the plural. */
type Describe = (subject: string, published: Published) => readonly [summary: string, text: string]

export const subjectOf = ({ title, name }: ResourceModel): string =>
  (title ?? name.replaceAll('-', ' ')).toLowerCase()

export const textsOf = (published: Published): OperationTexts => {
  const { resource, operation } = published
  const [summary, description] = table[operation.name](subjectOf(resource), published)
  return { summary, description }
}

const sameSet = 'The filter is read as by `/filter`, with the same row access.'
const oncePerKey = 'A request that repeats its `Idempotency-Key` gets the first response again.'
const ifMatch = 'With `If-Match` it fails if the record has changed.'

const perform: Describe = (subject, { resource, operation }) => {
  const { title, description } = resource.actions.get(operation.action!)!
  const text = description ?? `Performs the workflow action "${title}" in one transaction.`
  return [`Perform on ${subject}: ${operation.action}`, `${text} ${oncePerKey}`]
}

const table: Readonly<Record<OperationName, Describe>> = {
  create: (subject) => [
    `Create one of ${subject}`,
    `Creates a record and returns it. A member that is absent or null takes its default. ${oncePerKey}`,
  ],
  byId: (subject) => [
    `Read one of ${subject}`,
    'Returns a record. A record outside the row access of the caller does not exist.',
  ],
  all: (subject) => [
    `Read all ${subject}`,
    'Returns every record in the default order. A larger set is refused: page it with `/filter` or export it.',
  ],
  byIds: (subject) => [
    `Read ${subject} by their ids`,
    'Returns records in the order of the ids. A repeated id repeats its record; unknown ids are left out.',
  ],
  update: (subject) => [
    `Replace one of ${subject}`,
    `Replaces the members of a record; an optional member that is absent becomes null. ${ifMatch}`,
  ],
  intent: (subject, { operation }) => [
    `Change one of ${subject}: ${operation.intent}`,
    `Changes the members that are sent and keeps the others; null clears a member. ${ifMatch}`,
  ],
  delete: (subject) => [`Delete one of ${subject}`, `Deletes a record. ${ifMatch}`],
  deleteBatch: (subject) => [
    `Delete several of ${subject}, all or none`,
    'Deletes records in one transaction. One unknown id, or one denied record, refuses all.',
  ],
  filter: (subject) => [
    `A page of ${subject} that match a filter`,
    'All criteria of the body must match; `{}` matches every record.',
  ],
  cursor: (subject) => [
    `Walk the ${subject} that match a filter`,
    'Pages by keyset. Send `next` as `after`, or `prev` as `before`, with the same filter and sort; never both.',
  ],
  locate: (subject) => [
    `The place of a record among the ${subject} that match a filter`,
    'Returns the zero-based position of a record, and its page, in the order of `/filter` with the same body and sort.',
  ],
  options: (subject) => [
    `A page of options: ${subject} by label`,
    'Returns records as options with an id and a label. Takes the body of `/filter`, and `search` for a part of the label.',
  ],
  optionsByIds: (subject) => [
    `Options of ${subject} by their ids`,
    'Returns options in the order of the ids; unknown ids are left out.',
  ],
  optionSource: (subject, { source }) => [
    `A page of options of ${source?.key} for ${subject}`,
    `Returns the options of this source among the records that match the filter.${needs(source?.dependsOn)} Members of the body win over equal query parameters.`,
  ],
  optionSourceByIds: (subject, { source }) => [
    `Options of ${source?.key} for ${subject} by their ids`,
    'Returns options in the order of the ids; unknown ids are left out.',
  ],
  optionSourceByIdsPost: (subject, { source }) => [
    `Options of ${source?.key} for ${subject} by their ids, inside a filter`,
    'Returns options in the order of the ids; ids that are unknown or outside the filter are left out.',
  ],
  statsGroupBy: (subject) => [
    `Buckets by value of ${subject}`,
    `Groups the filtered set by a field and computes one or several metrics per bucket. Terms such as \`orderBy\` are read in any case. ${sameSet}`,
  ],
  statsTimeSeries: (subject) => [
    `Points over time of ${subject}`,
    `Counts or aggregates the filtered set by day, week or month. \`from\` and \`to\` are extended to whole buckets. ${sameSet}`,
  ],
  statsDistribution: (subject) => [
    `Distribution of ${subject}`,
    `TERMS groups by value and takes one metric; HISTOGRAM counts records by \`bucketSize\` or \`bucketCount\`. ${sameSet}`,
  ],
  export: (subject) => [
    `A file of ${subject}`,
    `Streams a set as CSV, JSON or XLSX; without a body every record as CSV. \`selectedIds\` belongs to the scope \`selected\`. ${sameSet}`,
  ],
  schemas: (subject) => [
    `Where the schema of ${subject} is`,
    'Redirects to the schema of the records, with UI metadata.',
  ],
  itemSurfaces: (subject) => [
    `Surfaces of a record of ${subject}`,
    'Lists the forms and views of a record, each with whether the caller may use it now.',
  ],
  actions: (subject) => [
    `Workflow actions of ${subject}`,
    'Lists the workflow actions of the collection, each with whether the caller may perform it now.',
  ],
  itemActions: (subject) => [
    `Workflow actions of a record of ${subject}`,
    'Lists the workflow actions of a record, each with whether the caller may perform it now.',
  ],
  capabilities: (subject) => [
    `What can be done with ${subject}`,
    'Lists operations, surfaces, actions and statistics of the collection, with their availability.',
  ],
  itemCapabilities: (subject) => [
    `What can be done with a record of ${subject}`,
    'Lists operations, surfaces, actions and statistics, with their availability for a record.',
  ],
  perform,
  performOnRecord: perform,
}

const needs = (fields: readonly string[] = []): string =>
  fields.length === 0
    ? ''
    : ` The filter must have ${fields.map((name) => `\`${name}\``).join(', ')}.`
