/** Says that a service without platform tables, which have a row for each file, has no files. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Model } from '../types/resource-model.js'
import { isFileField } from '../types/response-field.js'

export const refuseFiles = ({ resources }: Model, diagnostics: Diagnostics): void => {
  for (const { name, response } of resources) {
    for (const [field, shown] of response) {
      if (!isFileField(shown)) continue
      diagnostics.error(
        'TABLE_UNKNOWN',
        `${name}.response.${field}`,
        "Files need the platform tables, which are missing or may not be used by this database role. Run 'corollary migrate', or leave the file out of the response.",
      )
    }
  }
}
