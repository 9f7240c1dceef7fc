/** Lets the application look at a file before its record gets it, for a limited time. */
import type { UploadedFile } from '../../contract/files.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import type { Call } from '../context.js'

/**
 * A scanner that ignores the signal is no longer waited for when the limit passes or the client
 * disconnects.
 *
 * @throws AppError BUSINESS_RULE_VIOLATION, SERVICE_UNAVAILABLE
 */
export const scanFile = async (
  { files: { scan }, settings, signal: request }: Call,
  file: Omit<UploadedFile, 'signal'>,
): Promise<void> => {
  if (!scan) return
  const limitMs = settings['platform.files.scan-timeout-ms']
  const stop = new AbortController()
  const onLate = () => stop.abort(new AppError(problem('fileScanTimedOut', { limitMs })))
  const timer = setTimeout(onLate, limitMs)
  const onGone = () => stop.abort(new ClientGone(false))
  request.addEventListener('abort', onGone)
  const { signal } = stop
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    if (request.aborted) onGone()
    const reason = await Promise.race([(async () => scan({ ...file, signal }))(), stopped])
    if (reason === undefined) return
    throw new AppError(problem('fileRefused', { reason, field: file.field }))
  } catch (error) {
    // A scanner that heeds the signal may fail first, with an error of its own.
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    request.removeEventListener('abort', onGone)
  }
}
