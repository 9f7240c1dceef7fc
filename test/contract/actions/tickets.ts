/** A small valid contract, in which each test breaks a part, and its diagnostics. */
import {
  boolean,
  defineEntity,
  defineSchema,
  enumOf,
  integer,
  type Resource,
  text,
  version,
} from 'corollary'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'

const tickets = defineEntity('tickets', {
  id: integer({ primaryKey: true, generated: true }),
  title: text({ maxLength: 60 }),
  state: enumOf(['OPEN', 'CLOSED'], { default: 'OPEN' }),
  done: boolean({ default: false }),
  version: version(),
})
const tags = defineEntity('tags', { id: integer({ primaryKey: true }), name: text() })
export const desk = defineSchema({ tickets, tags })
export const spec = {
  key: 'desk.tickets',
  delete: true,
  response: { id: '.', title: '.' },
  update: { title: '.' },
  filter: {},
  defaultSort: ['id'],
} as const

export const faultsOf = (resource: object): readonly string[] => {
  const diagnostics = new Diagnostics()
  compileModel([resource as Resource], diagnostics)
  return diagnostics.errors.map(({ code, path }) => `${code} ${path}`)
}
