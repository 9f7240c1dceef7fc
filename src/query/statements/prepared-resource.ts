/** What the statements of a view are made of. */

import type { Statement } from '../../foundation/execution/statement.js'
import { once } from '../../foundation/functions/memoize.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { ResourceView } from '../rows/row-access.js'
import { type RecordHead, type RecordRow, type Selection, selectRecords } from '../rows/select.js'
import { datasetVersionStatement } from '../sql/dataset-version.js'
import { createRecordOptions, type RecordOptions } from './record-options.js'
import {
  insertedRecordStatement,
  prepareRecord,
  prepareWrittenRecord,
} from './record-statements.js'

/** A view with its parts. A view that is derived from it must not use them. */
export interface PreparedResource extends ResourceView {
  readonly prepared: PreparedParts
}

/** Each part is made at its first use, once for all requests, and lives as long as the view. */
export interface PreparedParts {
  readonly selection: () => Selection<RecordRow>
  readonly options: () => RecordOptions
  /** See `datasetVersionStatement`. */
  readonly datasetVersion: () => Statement<string | null>
  /** Returns the record, or undefined. */
  readonly record: (id: string) => Statement<RecordRow | undefined>
  /**
   * Returns the head of the record, or undefined. It reads no relation, so it costs the database
   * less than half of what the record does.
   */
  readonly head: (id: string) => Statement<RecordHead | undefined>
  /** See `prepareWrittenRecord`. */
  readonly writtenRecord: (id: string) => Statement<RecordRow>
  readonly insertedRecord: () => Statement<RecordRow>
  /** The same view, whose own records include those that are deleted softly. */
  readonly withDeleted: () => PreparedResource
}

export const prepareResource = (view: ResourceView): PreparedResource => {
  const withoutFields: ResourceView = { ...view, response: new Map() }
  const selection = once(() => selectRecords(view))
  const record = once(() => prepareRecord(view, selection()))
  const head = once(() => prepareRecord(withoutFields, selectRecords(withoutFields)))
  const writtenRecord = once(() => prepareWrittenRecord(view, selection()))
  const prepared: PreparedParts = {
    selection,
    options: once(() => createRecordOptions(view)),
    datasetVersion: once(() => datasetVersionStatement(view)),
    record: (id) => record()(id),
    head: (id) => head()(id),
    writtenRecord: (id) => writtenRecord()(id),
    insertedRecord: once(() => insertedRecordStatement(view, selection())),
    withDeleted: once(() =>
      prepareResource({
        ...view,
        showsDeleted: true,
        accessDigest: digestOf([view.accessDigest, 'withDeleted']),
        viewDigest: digestOf([view.viewDigest, 'withDeleted']),
      }),
    ),
  }
  return { ...view, prepared }
}
