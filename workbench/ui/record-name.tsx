/** The name of a record in questions and outcomes, with its id because labels may be equal. */
import { shorten } from '../fields/label.js'
import type { Id, ResourceEntry } from '../service/discovery.js'

interface RecordNameProps {
  readonly resource: ResourceEntry
  readonly label: string | undefined
  readonly id: Id
}

export const RecordName = ({ resource, label, id }: RecordNameProps) => (
  <>
    <span dir="auto">{shorten(label ?? resource.title)}</span> <span class="faint">{id}</span>
  </>
)
