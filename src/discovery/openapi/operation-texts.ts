/** Summaries and descriptions of operations, for the API description and the catalog of schemas. */
import type { OperationName } from '../../model/operation-table.js'
import { markOf } from '../../model/types/entity-model.js'
import type { OptionSourceModel } from '../../model/types/option-source-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { Published } from '../schemas/published.js'

interface OperationTexts {
  readonly summary: string
  readonly description: string
}

/** `subject` names the records, in the plural and in lower case. */
type Describe = (subject: string, published: Published) => readonly [summary: string, text: string]

export const subjectOf = ({ title, name }: ResourceModel): string =>
  (title ?? name.replaceAll('-', ' ')).toLowerCase()

export const textsOf = (published: Published): OperationTexts => {
  const { resource, operation } = published
  const [summary, description] = table[operation.name](subjectOf(resource), published)
  return { summary, description }
}

const sameSet = 'The filter works as in `/filter`, with the same row access.'
const oncePerKey = ({ acceptsIdempotencyKeys }: ResourceModel): string =>
  acceptsIdempotencyKeys
    ? ' A request that repeats an `Idempotency-Key` gets the first response again.'
    : ''
const verbsOf = ({ create, update }: ResourceModel): string =>
  create && update ? 'Create and update' : create ? 'Create' : 'Update'
const namesOf = ({ idField, importKey }: ResourceModel): string =>
  [idField, ...(importKey ? [importKey] : [])].map((name) => `\`${name}\``).join(' or ')
const ifMatch = 'With `If-Match` it fails if the record has changed.'

const perform: Describe = (subject, { resource, operation }) => {
  const { title, description } = resource.actions.get(operation.action!)!
  const text = description ?? `Performs the workflow action "${title}" in one transaction.`
  return [`Perform ${operation.action} on ${subject}`, `${text}${oncePerKey(resource)}`]
}

const change: Describe = (subject, { resource, operation }) => {
  const { restores, description } = resource.intents.get(operation.intent!)!
  if (restores) {
    return [
      `Restore a deleted record of ${subject}`,
      `Removes the mark of a record that was deleted, and returns it. ${ifMatch}`,
    ]
  }
  const effect = 'Changes the members that are sent and keeps the others; null clears a member.'
  return [
    `Change a record of ${subject}: ${operation.intent}`,
    [description, effect, ifMatch].filter(Boolean).join(' '),
  ]
}

const deletion: Describe = (subject, { resource }) => [
  `Delete a record of ${subject}`,
  `Deletes a record.${marking(resource)} ${ifMatch}`,
]

const deletions: Describe = (subject, { resource }) => [
  `Delete several records of ${subject}, all or none`,
  `Deletes records in one transaction.${marking(resource)} If one id is unknown, or one record is denied, no record is deleted.`,
]

const marking = ({ entity }: ResourceModel): string =>
  markOf(entity)
    ? ' It becomes invisible and can be restored, unless `permanent=true` destroys it.'
    : ''

const table: Readonly<Record<OperationName, Describe>> = {
  create: (subject, { resource }) => [
    `Create a record of ${subject}`,
    `Creates a record and returns it. A member that is absent or null takes its default.${oncePerKey(resource)}`,
  ],
  byId: (subject) => [
    `Read a record of ${subject}`,
    'Returns a record. A record that the caller may not see is not found.',
  ],
  all: (subject) => [
    `Read all ${subject}`,
    'Returns every record in the default order. A set that is too large is refused: page it with `/filter`, or export it.',
  ],
  byIds: (subject) => [
    `Read ${subject} by their ids`,
    'Returns records in the order of the ids. A repeated id repeats its record; unknown ids are left out.',
  ],
  update: (subject) => [
    `Replace a record of ${subject}`,
    `Replaces the members of a record; an optional member that is absent becomes null. ${ifMatch}`,
  ],
  intent: change,
  delete: deletion,
  permanentDelete: deletion,
  batch: (subject, { resource, settings }) => [
    `${verbsOf(resource)} many records of ${subject}`,
    `Performs up to ${settings['platform.batch.max-items']} creates and updates in one transaction. ATOMIC, the default: if one item fails, nothing is written. PER_ITEM: each item succeeds or fails by itself, and the response is 200.${oncePerKey(resource)}`,
  ],
  import: (subject, { resource, settings }) => [
    `Import ${subject} from a file`,
    `Creates and updates records from a CSV or XLSX file of up to ${settings['platform.import.max-rows']} rows, as \`/export\` writes it. Columns are found by the name or label of a field. A row names its record by ${namesOf(resource)}; a column that the file lacks keeps its values. Unless \`atomic=false\`, one row that is wrong prevents all others, and the response is \`IMPORT_FAILED\` with its errors. With \`Accept: text/event-stream\` the response has an event \`progress\` from time to time, then \`result\` or \`failure\` with the body.`,
  ],
  deleteBatch: deletions,
  permanentDeleteBatch: deletions,
  filter: (subject) => [
    `A page of ${subject} that match a filter`,
    'Returns the records that match all criteria of the body; `{}` matches every record.',
  ],
  cursor: (subject) => [
    `Walk the ${subject} that match a filter`,
    'Pages by keyset. Send `next` as `after`, or `prev` as `before`, never both, with the same filter and sort.',
  ],
  locate: (subject) => [
    `Position of a record among the ${subject} that match a filter`,
    'Returns the zero-based position of a record, and its page, in the order of `/filter` with the same body and sort.',
  ],
  options: (subject) => [
    `A page of ${subject} as options`,
    'Returns records as options with an id and a label. Takes the body of `/filter`, and `search` for a part of the label.',
  ],
  optionsByIds: (subject) => [
    `Options of ${subject} by their ids`,
    'Returns options in the order of the ids; unknown ids are left out.',
  ],
  optionSource: (subject, { source }) => [
    `A page of options from ${source?.key} for ${subject}`,
    `Returns the options that this source has among the records that match the filter.${dependenciesOf(source)} Members of the body override query parameters of the same name.`,
  ],
  optionSourceByIds: (subject, { source }) => [
    `Options from ${source?.key} for ${subject} by their ids`,
    'Returns options in the order of the ids; unknown ids are left out.',
  ],
  optionSourceByIdsPost: (subject, { source }) => [
    `Options from ${source?.key} for ${subject} by their ids, inside a filter`,
    'Returns options in the order of the ids; ids that are unknown or outside the filter are left out.',
  ],
  statsGroupBy: (subject) => [
    `Group ${subject} by value`,
    `Groups the filtered set by a field and computes one or several metrics per bucket. Terms such as \`orderBy\` are not case-sensitive. ${sameSet}`,
  ],
  statsTimeSeries: (subject) => [
    `Time series of ${subject}`,
    `Counts or aggregates the filtered set by day, week or month. \`from\` and \`to\` are extended to whole buckets. ${sameSet}`,
  ],
  statsDistribution: (subject) => [
    `Distribution of ${subject}`,
    `TERMS groups by value and takes one metric. HISTOGRAM counts records in buckets of the width \`bucketSize\`, or in \`bucketCount\` buckets. ${sameSet}`,
  ],
  export: (subject) => [
    `Export ${subject} to a file`,
    `Streams a set as CSV, JSON or XLSX; without a body, every record as CSV. \`selectedIds\` needs the scope \`selected\`. ${sameSet}`,
  ],
  uploadFile: (subject) => [
    `Upload a file of a record of ${subject}`,
    `Stores the bytes of the body as the file of the record, instead of the one that it had, and returns the record. ${ifMatch}`,
  ],
  downloadFile: (subject) => [
    `Download a file of a record of ${subject}`,
    'Sends the bytes of the file, or the range that the request names. The ETag is that of the bytes.',
  ],
  deleteFile: (subject) => [
    `Delete a file of a record of ${subject}`,
    `Takes the file away from the record, and returns the record. ${ifMatch}`,
  ],
  schemas: (subject) => [
    `Schema of ${subject}`,
    'Redirects to the schema of the records, with UI metadata.',
  ],
  changes: (subject) => [
    `Changes of ${subject} as they happen`,
    'Sends an event for each committed change of a record that the caller sees: `ready` at the start, then `change` with the id, operation, changed fields and version as JSON. `Last-Event-ID` resumes after an event; if that is not possible, `reset` says that events may be missing. Deletes are sent to callers who see every record. Others get `stale` when a record that they do not see was changed: a record may have left what they see.',
  ],
  history: (subject) => [
    `History of a record of ${subject}`,
    'Returns who changed the record, when and what, newest first; also of a deleted record. Fields that the caller may not see are left out.',
  ],
  itemSurfaces: (subject) => [
    `Surfaces of a record of ${subject}`,
    'Lists the forms and views of a record, and whether the caller may use each of them now.',
  ],
  actions: (subject) => [
    `Workflow actions of ${subject}`,
    'Lists the workflow actions of the collection, and whether the caller may perform each of them now.',
  ],
  itemActions: (subject) => [
    `Workflow actions of a record of ${subject}`,
    'Lists the workflow actions of a record, and whether the caller may perform each of them now.',
  ],
  capabilities: (subject) => [
    `Capabilities of ${subject}`,
    'Lists operations, surfaces, actions and statistics of the collection, with their availability.',
  ],
  itemCapabilities: (subject) => [
    `Capabilities of a record of ${subject}`,
    'Lists operations, surfaces, actions and statistics, with their availability for a record.',
  ],
  perform,
  performOnRecord: perform,
}

const dependenciesOf = (source: OptionSourceModel | undefined): string => {
  if (!source || source.dependsOn.length === 0) return ''
  const names = source.dependsOn.map((name) => `\`${name}\``).join(', ')
  return source.requireDependencies
    ? ` The filter requires ${names}.`
    : ` They depend on ${names}, which may be absent.`
}
