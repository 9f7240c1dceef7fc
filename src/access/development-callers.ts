/**
 * Callers that an application declares for mode `none`: requests act as one of them, so that one
 * sees what each may do.
 */
import type { DevelopmentCaller } from '../contract/development-caller.js'
import type { Principal } from '../contract/principal.js'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { createPrincipal, developmentPrincipal } from './principals.js'

/**
 * Finds the principal that the header names; without one, the development principal.
 *
 * @throws AppError INVALID_PARAMETER for any other name: a typing error must not grant everything
 */
export const findDevelopmentCaller = (
  callers: readonly DevelopmentCaller[],
): ((id: string | undefined) => Principal) => {
  const principals = new Map(
    callers.map(({ id, authorities, tenant = null, claims = {} }) => [
      id,
      createPrincipal({ id, authorities, tenant, claims: structuredClone(claims) }),
    ]),
  )
  return (id) => {
    const principal = id === undefined ? developmentPrincipal : principals.get(id)
    if (principal) return principal
    throw new AppError(
      principals.size === 0
        ? problem('developmentCallersMissing')
        : problem('developmentCallerUnknown', {
            id: shortened(id!),
            known: [...principals.keys()],
          }),
    )
  }
}

/** Characters of an unknown id that a message repeats. */
const maxShown = 100

const shortened = (id: string): string => (id.length > maxShown ? `${id.slice(0, maxShown)}…` : id)
