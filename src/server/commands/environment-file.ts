/** The file `.env` of the working directory, which every command reads. */
import { StartError } from '../../foundation/errors/start-error.js'

/**
 * Adds the variables of the file to the environment, as `node --env-file` does: variables that are
 * already set win. A missing file is none.
 *
 * @throws StartError when the file cannot be read
 */
export const loadEnvironmentFile = (): void => {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new StartError('The file .env with environment variables cannot be read.', {
      cause: error,
    })
  }
}
