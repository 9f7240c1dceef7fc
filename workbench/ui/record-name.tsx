/** The name of a record. */
import { labelOf, shorten, shortId } from '../fields/label.js'
import type { Id, ResourceEntry } from '../service/discovery.js'
import type { Row } from '../service/records.js'

interface RecordNameProps {
  readonly resource: ResourceEntry
  readonly label: string | undefined
  readonly id: Id
}

/** In questions and outcomes the id is beside the label, because labels may be equal. */
export const RecordName = ({ resource, label, id }: RecordNameProps) => (
  <>
    <span dir="auto">{shorten(label ?? resource.recordTitle)}</span> <span class="faint">{id}</span>
  </>
)

interface RecordHeadingProps {
  readonly resource: ResourceEntry
  readonly row: Row | undefined
  readonly id: Id
}

/** In headings, only a record without a label shows its id. */
export const RecordHeading = ({ resource, row, id }: RecordHeadingProps) => {
  const label = labelOf(resource, row)
  if (label !== undefined) return <>{shorten(label)}</>
  return (
    <>
      {resource.recordTitle} <span class="faint">{shorten(shortId(id))}</span>
    </>
  )
}
