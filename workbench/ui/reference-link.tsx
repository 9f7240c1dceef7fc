/** A link from a record to another one, at which a user may peek before following it. */
import type { ComponentChildren } from 'preact'
import { addresses } from '../browser/router.js'
import { resourceOf } from '../service/catalog.js'
import type { Id } from '../service/discovery.js'

interface ReferenceLinkProps {
  readonly resourceKey: string
  readonly id: Id
  readonly children: ComponentChildren
}

export const ReferenceLink = ({ resourceKey, id, children }: ReferenceLinkProps) => {
  const hasPeek = resourceOf(resourceKey)?.schemas.detail != null
  return (
    <a
      href={addresses.record(resourceKey, id)}
      {...(hasPeek && { 'data-peek': '', 'aria-keyshortcuts': 'Space' })}
    >
      {children}
    </a>
  )
}
