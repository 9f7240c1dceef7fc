/** What `corollary check` says of an application. */
import type { Application } from 'corollary'
import type { TestConnection } from 'corollary/testing'
import type { Diagnostic } from '../../src/foundation/errors/diagnostics.js'
import { adviseOn } from '../../src/server/commands/check-command.js'
import { checkContract } from '../../src/server/compose/bind-contract.js'
import { connectDatabase } from '../../src/server/compose/connect-database.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { createLogger } from '../../src/server/process/loggers.js'

/** Problems; the advice too, if there is none. */
export const checkApplication = async (
  application: Application,
  connection: TestConnection,
): Promise<readonly Diagnostic[]> => {
  const { settings } = readSettings({ environment: { PLATFORM_LOG_LEVEL: 'silent' } })
  const pool = connectDatabase({ connection }, settings, createLogger(settings))
  try {
    const checked = await checkContract(application.resources, pool, settings, 'check')
    if (checked.diagnostics.errors.length === 0) {
      await adviseOn(checked, application, pool, settings)
    }
    return checked.diagnostics.all
  } finally {
    await pool.close()
  }
}
