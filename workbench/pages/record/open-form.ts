/** Opens a form of a record beside the table. */
import { setQuery } from '../../browser/router.js'
import type { Id } from '../../service/discovery.js'

/** Query parameter with the id of the open surface. */
export const surfaceParameter = 'surface'

export const openForm = (id: Id, surfaceId: string): void =>
  setQuery({ open: String(id), [surfaceParameter]: surfaceId })
