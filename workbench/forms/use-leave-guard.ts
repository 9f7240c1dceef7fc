/** Asks before unsaved changes are lost, except while and after they are saved. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { leaveGuard } from '../browser/router.js'
import type { CorollaryError } from '../service/connection.js'
import { t } from '../texts/translate.js'
import { confirm } from '../ui/confirm-dialog.js'

export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: t('Discard the changes?'),
    text: t('What you entered is not saved.'),
    action: t('Discard'),
    isDangerous: true,
  })

/** @param isOfPage the changes stay while a record or a form is opened in the page */
export const useLeaveGuard = (isDirty: boolean, isOfPage = false) => {
  const isDone = useRef(false)
  // Before the next event: a click in the same frame must ask too.
  useLayoutEffect(() => {
    if (!isDirty) return undefined
    const mayLeave = async () => isDone.current || (await confirmDiscard())
    const guard = { mayLeave, isOfPage }
    leaveGuard.value = guard
    return () => {
      if (leaveGuard.value === guard) leaveGuard.value = undefined
    }
  }, [isDirty])
  return {
    /** Does not ask while the request runs, nor after it has succeeded. */
    saving: async (
      send: () => Promise<CorollaryError | undefined>,
    ): Promise<CorollaryError | undefined> => {
      isDone.current = true
      const error = await send()
      isDone.current = error === undefined
      return error
    },
    /**
     * Discards the changes, after a question if there are any. Resolves to false if the user keeps
     * them.
     */
    discard: async (): Promise<boolean> => {
      isDone.current = !isDirty || (await confirmDiscard())
      return isDone.current
    },
  }
}
