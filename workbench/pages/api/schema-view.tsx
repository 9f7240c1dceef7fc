/** A schema as a table of members. Nested objects open on demand, so that circles do no harm. */
import {
  limitTexts,
  type Member,
  membersOf,
  type OpenApi,
  type Schema,
  typeText,
} from '../../contract/openapi.js'
import { t } from '../../texts/translate.js'
import { Folded } from '../../ui/folded.js'
import { Prose } from '../../ui/prose.js'

interface SchemaProps {
  readonly document: OpenApi
  readonly schema: Schema
}

export const SchemaView = ({ document, schema }: SchemaProps) => {
  const members = membersOf(document, schema)
  const type = <code>{typeText(document, schema)}</code>
  return members.length === 0 ? (
    <p>
      {type} <span class="faint">{limitTexts(document, schema).join(' · ')}</span>
    </p>
  ) : (
    <>
      <p>{type}</p>
      <Members document={document} members={members} />
    </>
  )
}

const Members = ({ document, members }: { document: OpenApi; members: readonly Member[] }) => (
  <ul class="members">
    {members.map((member) => (
      <MemberRow key={member.name} document={document} member={member} />
    ))}
  </ul>
)

const MemberRow = ({ document, member }: { document: OpenApi; member: Member }) => {
  const { name, schema, isRequired } = member
  const inner = membersOf(document, schema)
  const { description } = schema
  const line = (
    <>
      <code class="member-name">{name}</code>
      <span class="member-type">{typeText(document, schema)}</span>
      {isRequired && <span class="badge">{t('required')}</span>}
      <span class="faint">{limitTexts(document, schema).join(' · ')}</span>
      {typeof description === 'string' && (
        <span class="member-text faint">
          <Prose text={description} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {inner.length === 0 ? (
        <div class="member">{line}</div>
      ) : (
        <Folded class="member" summary={line}>
          {() => <Members document={document} members={inner} />}
        </Folded>
      )}
    </li>
  )
}
