/** How a document says that callers identify themselves. */
import type { DevelopmentCaller } from '../../contract/development-caller.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { developmentCallerHeader } from '../../wire/headers.js'

export interface SecurityOptions {
  readonly settings: Settings
  /** Callers of mode `none`. Default: none. */
  readonly callers?: readonly DevelopmentCaller[] | undefined
}

const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
const developmentCaller = {
  type: 'apiKey',
  in: 'header',
  name: developmentCallerHeader,
  description: 'Id of the caller to act as. Default: one who may do everything.',
}

/** Development callers can be named, but need not be. */
export const securityOf = ({ settings, callers = [] }: SecurityOptions) => {
  if (settings['platform.auth.mode'] !== 'none') {
    return { security: [{ bearer: [] }], securitySchemes: { bearer } }
  }
  return callers.length === 0
    ? { security: [] }
    : { security: [{}, { developmentCaller: [] }], securitySchemes: { developmentCaller } }
}
