/** Whose customers, orders and lines a caller sees, and who may change them. */
import { type AvailabilityRule, IN, type Principal, type RowAccess } from 'corollary'

const ofTerritory = /^sales:territory:(\d{1,15})$/

const territoriesOf = ({ authorities }: Principal): readonly number[] =>
  authorities.flatMap((authority) => {
    const id = ofTerritory.exec(authority)?.[1]
    return id === undefined ? [] : [Number(id)]
  })

/** Everything with `sales:all` or `sales:audit`, otherwise the rows of the caller's territories. */
export const byTerritory = (path: string): RowAccess => ({
  filter: { territoryIds: IN(path) },
  visibleTo: (caller) => {
    if (caller.has('sales:all') || caller.has('sales:audit')) return 'all'
    const territoryIds = territoriesOf(caller)
    return territoryIds.length > 0 ? { territoryIds } : 'none'
  },
})

const sells = (caller: Principal): boolean =>
  caller.has('sales:all') || territoriesOf(caller).length > 0

/** Those who only audit change nothing. */
export const sellersOnly = {
  rule: { refuses: ({ principal }) => (sells(principal) ? undefined : 'read-only') },
} satisfies { readonly rule: AvailabilityRule }

const largeTotal = 10_000

/** Large orders are approved by few. */
export const approversOnly = {
  rule: {
    needs: ['total'],
    refuses: ({ principal, record }) => {
      if (!sells(principal)) return 'read-only'
      const isLarge = Number(record?.['total']) >= largeTotal
      return isLarge && !principal.has('sales:approve-large') ? 'total-above-limit' : undefined
    },
  },
} satisfies { readonly rule: AvailabilityRule }
