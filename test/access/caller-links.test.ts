/**
 * Links are cached for callers with the same permissions, although each token creates a new
 * principal.
 */
import { expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { anonymous, createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import type { Principal } from '../../src/contract/principal.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { createCallerLinks, type ResourceLinks } from '../../src/http/response/links.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { readSettings } from '../../src/server/compose/read-settings.js'

const { settings } = readSettings({ environment: {} })
const model = compileModel(people.resources, new Diagnostics())
const views = createViews(model, {
  zone: 'UTC',
  maxListLength: 1_000,
  maxTextLength: 1_000,
  allowScalarRange: false,
})
const caller = (id: string, authorities: readonly string[], claims = {}): Principal =>
  createPrincipal({ id, tenant: null, authorities, claims })

/** The links of every resource, for each of the callers. */
const linksOf = (...principals: readonly Principal[]): readonly (readonly ResourceLinks[])[] =>
  model.resources.map(({ key }) => {
    const find = createCallerLinks(key, settings)
    return principals.map((principal) => find({ principal, view: views(principal) }))
  })

test('callers with the same claims share links', () => {
  const claims = { sub: 'ann', exp: 1 }
  const pairs = linksOf(caller('ann', ['hr:all'], claims), caller('ann', ['hr:all'], claims))
  expect(pairs.length).toBeGreaterThan(0)
  for (const [first, second] of pairs) expect(first).toBe(second)
})

test('callers with the same authorities share links if no rule reads the caller', () => {
  const pairs = linksOf(
    caller('ann', ['hr:all'], { exp: 1 }),
    caller('bob', ['hr:all'], { exp: 2 }),
  )
  expect(pairs.some(([first, second]) => first === second)).toBe(true)
})

test('callers with different permissions do not share links', () => {
  const pairs = linksOf(caller('ann', ['hr:all']), anonymous)
  for (const [first, second] of pairs) expect(first).not.toBe(second)
  expect(pairs.some(([first, second]) => first!.digest !== second!.digest)).toBe(true)
})
