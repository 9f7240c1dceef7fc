/** The options of `npm run bench`. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface Options {
  readonly employees: number
  readonly durationMs: number
  readonly rounds: number
  readonly connections: number
  /** Names of cases, separated by commas. Undefined selects all. */
  readonly cases: string | undefined
  /** Names of cases that are left out. */
  readonly except: string | undefined
  readonly profile: boolean
  /** Whether other frameworks take part. */
  readonly peers: boolean
  /** False to use `dist` as it is. */
  readonly build: boolean
  /** The folder of results. */
  readonly results: string
}

export const resultsFolder = join('.corollary', 'bench-results')

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      employees: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '10' },
      case: { type: 'string' },
      except: { type: 'string' },
      peers: { type: 'boolean' },
      'no-peers': { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const positive = (name: 'employees' | 'seconds' | 'rounds' | 'connections'): number => {
    const number = Number(values[name])
    if (number > 0 && (name === 'seconds' || Number.isInteger(number))) return number
    throw new Error(`--${name} takes a number above 0; got '${values[name]}'.`)
  }
  return {
    employees: positive('employees'),
    durationMs: positive('seconds') * 1_000,
    rounds: positive('rounds'),
    connections: positive('connections'),
    cases: values.case,
    except: values.except,
    // A part of the cases is what one looks at while one works.
    peers: !values['no-peers'] && (values.peers ?? values.case === undefined),
    profile: values.profile,
    build: !values['no-build'],
    results: values.results,
  }
}
