/**
 * Databases on the Citus cluster whose coordinator `CITUS_URL` names, with tables that are
 * distributed as `corollary check` proposes.
 */
import { randomBytes } from 'node:crypto'
import type { Resource } from 'corollary'
import pg from 'pg'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { chooseEngine } from '../../src/database/engines/choose-engine.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { migrate } from '../../src/platform/migrations.js'
import { bindDatasets } from '../../src/versions/bind-datasets.js'
import type { FreshDatabase } from './database.js'

const url = process.env['CITUS_URL'] ?? ''

/** True if there is a cluster. */
export const hasCluster = url !== ''

export interface Node {
  readonly host: string
  readonly port: number
}

const connect = async ({ host, port }: Node, database: string): Promise<pg.Client> => {
  const { username, password } = new URL(url)
  const client = new pg.Client({ host, port, user: username, password, database, pipeline: true })
  await client.connect()
  return client
}

const onEach = async (nodes: readonly Node[], database: string, sql: string): Promise<void> => {
  for (const node of nodes) {
    const client = await connect(node, database)
    await client.query(sql)
    await client.end()
  }
}

/** A database of its own on each node, without tables. */
export const emptyClusterDatabase = async (): Promise<FreshDatabase> => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const coordinator = { host: hostname, port: Number(port) }
  const home = await connect(coordinator, pathname.slice(1))
  const workers = await workersOf(home)
  await home.end()
  const nodes = [coordinator, ...workers]
  const database = `test_${randomBytes(6).toString('hex')}`
  const server = pathname.slice(1)
  await onEach(nodes, server, `create database ${database}`)
  await onEach(nodes, database, 'create extension citus')
  const client = await connect(coordinator, database)
  await client.query('select citus_set_coordinator_host($1, $2)', [hostname, coordinator.port])
  for (const { host, port: of } of workers)
    await client.query('select citus_add_node($1, $2)', [host, of])
  return {
    connection: { ...coordinator, user: username, password, database },
    client,
    close: async () => {
      await client.end()
      await onEach(nodes, server, `drop database ${database} with (force)`)
    },
  }
}

export const workersOf = async (coordinator: pg.Client): Promise<readonly Node[]> => {
  const { rows } = await coordinator.query(
    'select node_name, node_port from citus_get_active_worker_nodes()',
  )
  return rows.map(({ node_name, node_port }) => ({ host: node_name, port: Number(node_port) }))
}

/** Creates such a database with tables, and distributes them. */
export const clusterDatabase = async (
  resources: readonly Resource[],
  createTables: (client: pg.Client) => Promise<void>,
  shards = 4,
): Promise<FreshDatabase> => {
  const database = await emptyClusterDatabase()
  const { client } = database
  await createTables(client)
  await client.query(`set citus.shard_count = ${shards}`)
  await createPlatform(client, resources)
  return database
}

const schema = 'corollary'

/** Distributes the tables, and records their changes. */
const createPlatform = async (client: pg.Client, resources: readonly Resource[]): Promise<void> => {
  const diagnostics = new Diagnostics()
  const model = compileModel(resources, diagnostics)
  const propose = async (): Promise<readonly string[]> => {
    const engine = await chooseEngine(client)
    const catalog = await readCatalog(client, tablesOf(model.entities), engine)
    const tables = await engine.readTables(client, schema)
    const { unrecorded } = bindDatasets(model, catalog, schema, diagnostics, tables)
    return tables.propose({ model, catalog, unrecorded })
  }
  const distribution = await propose()
  if (distribution.length === 0) throw new Error('The contract has no tables of tenants.')
  for (const statement of distribution) await client.query(statement)
  await migrate(client, schema)
  for (const statement of await propose()) await client.query(statement)
  if ((await propose()).length > 0) throw new Error('The proposals are incomplete.')
}
