/** What a field of every shape has: of responses, of writes and of filters. */
import type { FieldHints } from '../../contract/hints.js'

export interface ShapeField {
  readonly name: string
  readonly hints?: FieldHints
}
