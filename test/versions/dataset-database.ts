/** The sample's database with its triggers, and its dataset versions read with plain SQL. */

import pg from 'pg'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import people from '../../examples/people/app.js'
import type { Database } from '../../src/database/access/database.js'
import type { BaseTable } from '../../src/database/catalog/catalog.js'
import { plainTables } from '../../src/database/engines/postgres.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { settingTable } from '../../src/foundation/settings/settings.js'
import { datasetVersionStatement } from '../../src/query/sql/dataset-version.js'
import { checkContract } from '../../src/server/compose/bind-contract.js'
import { connectDatabase } from '../../src/server/compose/connect-database.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { type BoundModel, bindDatasets } from '../../src/versions/bind-datasets.js'
import { foldChanges } from '../../src/versions/fold-changes.js'
import { type FreshDatabase, startedPeopleDatabase } from '../support/database.js'
import { effort } from '../support/effort.js'
import { openViews } from '../support/views.js'

export const schema = settingTable['platform.database.schema'].default
export const keys = {
  employees: 'human-resources.employees',
  departments: 'human-resources.departments',
  skills: 'human-resources.skills',
  absences: 'human-resources.absence-requests',
  payslips: 'payroll.payslips',
  costs: 'payroll.monthly-costs',
} as const
export type Name = keyof typeof keys
export const names = Object.keys(keys) as readonly Name[]

export interface DatasetDatabase {
  readonly fresh: FreshDatabase
  readonly database: Database
  /** The tables of the sample that have triggers. */
  readonly tables: readonly BaseTable[]
  /** The version statement of the product, and its result. */
  versionOf(name: Name, client?: pg.ClientBase): Promise<string>
  versionText(name: Name): string
  /** Returns the number of changes that were summed up. */
  fold(): Promise<number>
  /**
   * Folds until no change is left; waits for open transactions in other databases of the server.
   */
  foldAll(): Promise<void>
  /** Another client, closed with the rest. */
  connect(options?: pg.ClientConfig): Promise<pg.Client>
  /** Rows of `dataset_change`. */
  changes(client?: pg.ClientBase): Promise<number>
  close(): Promise<void>
}

/** Nightly tests of other files write for minutes in one transaction, such as large imports. */
const foldTimeoutMs = effort(30_000, 600_000)

export const datasetDatabase = async (): Promise<DatasetDatabase> => {
  const fresh = await startedPeopleDatabase()
  const { connection, client } = fresh
  const { settings } = readSettings({ environment: {} })
  const database = connectDatabase({ connection }, settings, pino({ level: 'silent' }))
  const { model, tables } = await bind(database)
  const views = openViews(model)
  const opened: pg.Client[] = []
  const fold = () => foldChanges(database, schema)
  const changes = async (reader: pg.ClientBase = client): Promise<number> =>
    (await reader.query(`select count(*)::int as n from ${schema}.dataset_change`)).rows[0].n
  const versionText = (name: Name): string => {
    const resource = views.find(({ key }) => key === keys[name])!
    return datasetVersionStatement(resource).text
  }
  return {
    fresh,
    database,
    tables,
    versionText,
    versionOf: async (name, reader = client) => {
      const { rows } = await reader.query({ text: versionText(name), rowMode: 'array' })
      return rows[0]![0]
    },
    fold,
    foldAll: () =>
      vi.waitFor(
        async () => {
          await fold()
          expect(await changes()).toBe(0)
        },
        { timeout: foldTimeoutMs },
      ),
    connect: async (options = {}) => {
      const another = new pg.Client({ ...connection, ...options })
      opened.push(another)
      await another.connect()
      return another
    },
    changes,
    close: async () => {
      for (const database of opened) await database.end()
      await database.close()
      await fresh.close()
    },
  }
}

const bind = async (database: Database): Promise<BoundModel> => {
  const { settings } = readSettings({ environment: {} })
  const { model, catalog } = await checkContract(people.resources, database, settings)
  return bindDatasets(model, catalog, schema, new Diagnostics(), plainTables)
}

let made = 0
/** An insert of a skill with a unique name, as text. */
export const insertSkill = (): string => {
  made++
  return `insert into skills (code, name, category) values ('D-${made}', 'Skill ${made}', 'Test')`
}
