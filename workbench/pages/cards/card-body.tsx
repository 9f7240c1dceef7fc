/** A record in few words: its name, its mark, and its first fields. */
import { addresses } from '../../browser/router.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import type { Row } from '../../service/records.js'
import type { Field, Shape } from '../../service/shape.js'
import { OwnValue } from '../../ui/own-cell.js'
import { RecordHeading } from '../../ui/record-name.js'
import { Value } from '../../ui/value.js'
import { cardFields } from './card-fields.js'

interface CardBodyProps {
  readonly resource: ResourceEntry
  readonly shape: Shape
  readonly row: Row
  /** The field whose value is beside the name. */
  readonly mark: Field | undefined
  /** Names of fields that are shown elsewhere. */
  readonly except?: readonly (string | undefined)[]
  readonly Title?: 'h2' | 'h3'
}

export const CardBody = (props: CardBodyProps) => {
  const { resource, shape, row, mark, except = [], Title = 'h2' } = props
  const { resourceKey, idField, labelField } = resource
  const id = row[idField] as Id
  const fields = cardFields(resource, shape, [idField, labelField, mark?.name, ...except])
  return (
    <>
      <div class="record-card-head">
        <Title dir="auto">
          <a href={addresses.record(resourceKey, id)}>
            <RecordHeading {...{ resource, row, id }} />
          </a>
        </Title>
        {mark && (
          <OwnValue field={mark} {...{ resource, row }}>
            <Value field={mark} {...{ row, shape }} />
          </OwnValue>
        )}
      </div>
      <dl class="record-card-facts">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <OwnValue {...{ resource, field, row }}>
                <Value {...{ field, row, shape }} />
              </OwnValue>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
