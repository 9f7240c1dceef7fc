/**
 * Settings of a session that change what the service's SQL means, or the values that it reads.
 * PostgreSQL's defaults fit; a server, a database or a role may have others. A start refuses those
 * and names the statement that changes them. It does not set them for its connections, because
 * poolers pass on few of the settings that a client sends, and refuse the others.
 */
import type pg from 'pg'
import { StartError } from '../../foundation/errors/start-error.js'

interface Need {
  /** The values that fit; the first one is proposed. */
  readonly fitting: readonly [string, ...string[]]
  /** What happens otherwise. */
  readonly otherwise: string
  /** Whether another value fits. Default: none does. */
  readonly fits?: (value: string) => boolean
}

const needs: Readonly<Record<string, Need>> = {
  array_nulls: { fitting: ['on'], otherwise: 'null in a list is the text NULL' },
  DateStyle: {
    fitting: ['ISO, MDY'],
    otherwise: 'dates are not in ISO form',
    fits: (value) => value.startsWith('ISO'),
  },
  extra_float_digits: {
    fitting: ['1', '2', '3'],
    otherwise: 'floating point numbers are rounded',
  },
  gin_fuzzy_search_limit: { fitting: ['0'], otherwise: 'searches leave out records' },
  quote_all_identifiers: {
    fitting: ['off'],
    otherwise: 'names of the catalog are in double quotes',
  },
  row_security: { fitting: ['on'], otherwise: 'tables with policies cannot be read' },
  session_replication_role: {
    fitting: ['origin', 'local'],
    otherwise: 'triggers do not run, and nobody learns of changes',
  },
  standard_conforming_strings: {
    fitting: ['on'],
    otherwise: 'a backslash in a text is not a backslash',
  },
}

const nameList = Object.keys(needs).map((name) => `'${name}'`)

/** An engine may lack some of them. */
const sessionQuery = `select current_user as role, json_object_agg(name, current_setting(name, true)) as values
  from unnest(array[${nameList.join(', ')}]) as name`

/** @throws StartError that names all settings that do not fit */
export const requireSession = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query(sessionQuery)
  const { role, values } = rows[0]
  const problems = Object.entries(needs).flatMap(([name, { fitting, otherwise, fits }]) => {
    const value: string | null = values[name]
    if (value === null || fitting.includes(value) || fits?.(value)) return []
    const remedy = `alter role "${role.replaceAll('"', '""')}" set ${name} = '${fitting[0]}'`
    return [`\n  ${name} is '${value}', so that ${otherwise}: ${remedy}`]
  })
  if (problems.length === 0) return
  throw new StartError(
    `Sessions of this role have settings that the service cannot work with:${problems.join('')}`,
  )
}
