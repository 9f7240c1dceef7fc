/**
 * A node that tests can kill: starts the server of the folder in argv[2], adds one row, reports
 * this in one line of JSON and waits. With `--close` it stops properly instead of waiting;
 * `--report` prints the progress lines.
 */
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#packages/embedded-postgres'

const [dataFolder = '', ...flags] = process.argv.slice(2)
const print = (line: string) => process.stdout.write(`${line}\n`)

const server = await startEmbeddedPostgres({
  dataFolder,
  disposable: flags.includes('--disposable'),
  ...(flags.includes('--report') && { report: print }),
})
const client = new Client(server.connection)
await client.connect()
await client.query('create table if not exists note (body text not null)')
await client.query(`insert into note values ('acknowledged')`)
await client.end()
const { adopted, connection } = server
const uid = process.getuid?.()
print(JSON.stringify({ adopted, host: connection.host, uid }))

if (flags.includes('--close')) await server.close()
else setInterval(() => {}, 60_000)
