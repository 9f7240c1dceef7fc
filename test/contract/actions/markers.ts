/**
 * A resource as a class with decorators and as a plain object, and a comparison of their models.
 */
import {
  type ActionCallOf,
  ApiResource,
  type AvailabilityRule,
  type BulkCallOf,
  type CollectionCall,
  defineEntity,
  defineSchema,
  enumOf,
  integer,
  type Resource,
  ResourceIntent,
  text,
  UiSurface,
  version,
  WorkflowAction,
  type WriteCallOf,
} from 'corollary'
import { expect } from 'vitest'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'

const tickets = defineEntity('tickets', {
  id: integer({ primaryKey: true, generated: true }),
  title: text({ maxLength: 60 }),
  owner: text({ nullable: true }),
  state: enumOf(['OPEN', 'CLOSED'], { default: 'OPEN' }),
  version: version(),
})
const desk = defineSchema({ tickets })

const spec = {
  key: 'desk.tickets',
  delete: true,
  response: { id: '.', title: '.', owner: '.', state: '.', version: '.' },
  create: { title: '.' },
  update: { title: '.' },
  filter: {},
  defaultSort: ['id'],
  stateField: 'state',
} as const
const ownRule: AvailabilityRule = { needs: ['owner'], refuses: () => undefined }
const Closing = { reason: text({ minLength: 1 }), level: integer({ default: 1 }) }
const Closed = { count: integer() }
const texts = { title: 'Tickets', description: 'Requests for help.', group: 'help' } as const

const renaming = {
  authorities: ['desk:write'],
  allowedStates: ['OPEN'],
  rule: ownRule,
} as const
const closing = {
  title: 'Close',
  description: 'Closes it.',
  authorities: ['desk:close'],
  allowedStates: ['OPEN'],
  rule: ownRule,
  request: Closing,
  response: Closed,
  interaction: { riskLevel: 'HIGH', confirmationRequired: true },
  idempotencyKey: 'REQUIRED',
  resourceVersion: 'REQUIRED',
  successMessage: 'Closed.',
  order: 5,
  tags: ['a', 'b'],
  deprecated: { since: '2026-01-01' },
} as const
const closingAll = {
  title: 'Close all',
  request: Closing,
  bulk: { atomicity: 'PER_ITEM', maxItems: 7 },
} as const
const renameForm = { title: 'Rename it', order: 50, kind: 'PARTIAL_FORM', tags: ['x'] } as const

const guards = {
  update: { allowedStates: ['OPEN'] },
  read: { authorities: ['desk:read'] },
} as const

export const Base = desk.resourceClass('tickets', { ...spec, guards })

@ApiResource(texts)
export class Tickets extends Base {
  @ResourceIntent({ title: 'Rename', description: 'Another title.', ...renaming })
  @UiSurface(renameForm)
  renameIt = Base.patch({ title: '.' })

  @UiSurface({ title: 'Open ones', operation: 'filter' })
  openOnes = undefined

  @WorkflowAction(closing)
  closeNow(_call: ActionCallOf<typeof Base, typeof Closing>) {
    return { count: 1 }
  }

  @WorkflowAction(closingAll)
  closeAll(_call: BulkCallOf<typeof Base, typeof Closing>) {}

  @WorkflowAction({ title: 'Sweep', scope: 'COLLECTION' })
  sweep(_call: CollectionCall) {}

  beforeWrite(_call: WriteCallOf<typeof Base>) {}
}

export const plain = desk.resource('tickets', {
  ...spec,
  ...texts,
  guards: { ...guards, 'rename-it': renaming },
  intents: {
    'rename-it': { title: 'Rename', description: 'Another title.', fields: { title: '.' } },
  },
  surfaces: {
    'rename-it': { operation: 'rename-it', ...renameForm },
    'open-ones': { operation: 'filter', title: 'Open ones' },
  },
  actions: {
    'close-now': desk.action('tickets', closing, () => ({ count: 1 })),
    'close-all': desk.action('tickets', closingAll, () => {}),
    sweep: desk.collectionAction({ title: 'Sweep' }, () => {}),
  },
  beforeWrite: () => {},
})

/** The graph of the model as text: a repeated object as its number, a function as itself. */
export const printed = (value: unknown, seen = new Map<unknown, number>()): unknown => {
  if (typeof value === 'function') return 'function'
  if (typeof value !== 'object' || value === null) return value
  const seenValue = seen.get(value)
  if (seenValue !== undefined) return `#${seenValue}`
  seen.set(value, seen.size)
  const isList = value instanceof Map || value instanceof Set || Array.isArray(value)
  if (isList) return [...(value as Iterable<unknown>)].map((item) => printed(item, seen))
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, printed(member, seen)])
}

export const compiled = (resource: object) => {
  const diagnostics = new Diagnostics()
  const model = compileModel([resource as Resource], diagnostics)
  expect(diagnostics.all).toEqual([])
  return model
}
