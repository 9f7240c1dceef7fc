import { describe, expect, test } from 'vitest'
import { contractDrift } from './contract-drift.js'
import type { OperationContract, PartMembers } from './contract-hashes.js'

/** Members by their tokens, such as `nameAA`; a `!` marks one that is required. */
const membersOf = (...tokens: readonly string[]): PartMembers =>
  new Map(
    tokens.map((each) => [
      each.replace('!', ''),
      { name: each.replace('!', '').slice(0, 4), isRequired: each.includes('!') },
    ]),
  )
const contract = (request: PartMembers, response: PartMembers): OperationContract => ({
  hash: [request, response].map((part) => [...part.keys()].join('')).join('.'),
  parts: { request, response },
})

const present = contract(membersOf('nameAA', '!sizeAA'), membersOf('codeAA', 'nameAA'))

describe('the drift between a hash and a contract', () => {
  test.each([
    ['nameAAsizeAA.codeAAnameAA', undefined],
    // The order of tokens has no meaning.
    ['sizeAAnameAA.nameAAcodeAA', undefined],
    ['nameAA.codeAAnameAA', 'request;added=size;breaking'],
    ['sizeAA.codeAAnameAA', 'request;added=name'],
    ['nameAAsizeAA.codeAA', 'response;added=name'],
    ['nameAAsizeBB.codeAAnameAA', 'request;changed=size;breaking'],
    ['nameAAsizeAAgoneAA.codeAAnameAA', 'request;removed=1;breaking'],
    [
      'nameAAsizeAA.codeBBgoneAAlostAA',
      'response;changed=code;breaking, response;added=name, response;removed=2;breaking',
    ],
    [
      '.',
      'request;added=name, request;added=size;breaking, response;added=code, response;added=name',
    ],
    ['', 'unreadable'],
    ['nameAAsizeAA', 'unreadable'],
    ['name A.codeAA', 'unreadable'],
  ])('of %j is %j', (sent, drift) => {
    expect(contractDrift(sent, present, false)).toBe(drift)
  })

  test('counts no removed members for callers who do not see all', () => {
    expect(contractDrift('nameAAsizeAAgoneAA.codeAAnameAA', present, true)).toBeUndefined()
  })

  test('has at most 20 changes, and names that no header could have are encoded', () => {
    const names = Array.from({ length: 30 }, (_, at) => `n${String(at).padStart(3, '0')}AA`)
    const drift = contractDrift('.', contract(membersOf(...names), membersOf()), false)
    const items = drift!.split(', ')
    expect(items).toHaveLength(21)
    expect(items.at(-1)).toBe('more=10')
    expect(contractDrift('.', contract(membersOf(), membersOf('ñ,;=AA')), false)).toBe(
      'response;added=%C3%B1%2C%3B%3D',
    )
  })
})
