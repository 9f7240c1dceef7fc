/** The service speaks TLS, and reads its certificate again. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { createServer, type RunningServer, StartError } from 'corollary'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databaseUrl, type FreshDatabase, freshDatabase } from '../support/database.js'
import notes from './apps/notes.js'
import { appFile, runNode } from './nodes.js'

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
})()

interface Pair {
  readonly cert: string
  readonly key: string
}

let folder: string
const makePair = (name: string): Pair => {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-out', cert, '-keyout', key],
    ],
    { stdio: 'ignore' },
  )
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

describe.skipIf(!hasOpenssl)('a service with a certificate', () => {
  let database: FreshDatabase
  let files: { readonly cert: string; readonly key: string }
  let first: Pair
  let second: Pair
  const started: RunningServer[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'corollary-tls-'))
    files = { cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
    first = makePair('first')
    second = makePair('second')
    database = await freshDatabase()
  })
  afterEach(async () => {
    for (const server of started.splice(0)) await server.close()
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  const write = ({ cert, key }: Pair): void => {
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
  }
  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    const server = await createServer(notes, {
      environment: {
        ...{ PLATFORM_LOG_LEVEL: 'silent', PLATFORM_HTTP_PORT: '0' },
        DATABASE_URL: databaseUrl(database.connection),
        PLATFORM_HTTP_TLS_CERT_FILE: files.cert,
        PLATFORM_HTTP_TLS_KEY_FILE: files.key,
        PLATFORM_FILES_CHECK_INTERVAL_MS: '20',
        ...environment,
      },
    })
    started.push(server)
    return server
  }
  const portOf = ({ url }: RunningServer): number => Number(new URL(url).port)

  /** The name in the certificate of a new connection, and the response to a request on it. */
  const ask = (server: RunningServer): Promise<{ name: string; response: string }> =>
    new Promise((resolve, reject) => {
      const socket = connect({
        host: '127.0.0.1',
        port: portOf(server),
        ca: [first.cert, second.cert],
      })
      let response = ''
      socket.on('secureConnect', () => {
        const name = String(socket.getPeerCertificate().subject.CN)
        socket.write('GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
        socket.on('data', (bytes) => {
          response += bytes
        })
        socket.on('close', () => resolve({ name, response }))
      })
      socket.on('error', reject)
    })

  test('speaks https, and uses a new certificate for new connections', async () => {
    write(first)
    const server = await start()
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const before = await ask(server)
    expect(before.name).toBe('first')
    expect(before.response).toMatch(/^HTTP\/1\.1 200 /)
    write(second)
    await expect.poll(async () => (await ask(server)).name).toBe('second')
  })

  test('keeps the former certificate while the files do not fit together', async () => {
    write(first)
    const server = await start()
    writeFileSync(files.key, second.key)
    for (let count = 0; count < 5; count++) expect((await ask(server)).name).toBe('first')
    writeFileSync(files.cert, second.cert)
    await expect.poll(async () => (await ask(server)).name).toBe('second')
  })

  test('closes connections that do not speak TLS, and stops while one is silent', async () => {
    write(first)
    const server = await start({ PLATFORM_HTTP_SHUTDOWN_TIMEOUT_MS: '60000' })
    const plain = connectTcp(portOf(server), '127.0.0.1')
    let received = ''
    plain.on('data', (bytes) => {
      received += bytes
    })
    plain.on('error', () => undefined)
    plain.write('GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => plain.once('close', resolve))
    expect(received).not.toContain('HTTP')
    const silent = connectTcp(portOf(server), '127.0.0.1')
    silent.on('error', () => undefined)
    await new Promise((resolve) => silent.once('connect', resolve))
    const closed = new Promise((resolve) => silent.once('close', resolve))
    expect((await ask(server)).name).toBe('first')
    await server.close()
    await closed
  })

  test('is refused by check, as by a start, if the key is another', async () => {
    write({ cert: first.cert, key: second.key })
    const { code, stderr } = await runNode(['check', '--app', appFile('notes')], {
      DATABASE_URL: databaseUrl(database.connection),
      PLATFORM_HTTP_TLS_CERT_FILE: files.cert,
      PLATFORM_HTTP_TLS_KEY_FILE: files.key,
    })
    expect(code).toBe(1)
    expect(stderr).toContain('are not a certificate and its private key in PEM')
  })

  test('stops the start if a file is missing, or the key is another', async () => {
    write({ cert: first.cert, key: second.key })
    const mismatch = await start().catch((error: unknown) => error)
    expect(mismatch).toBeInstanceOf(StartError)
    expect((mismatch as Error).message).toBe(
      `'platform.http.tls.cert-file' and 'platform.http.tls.key-file': ${files.cert} and ${files.key} are not a certificate and its private key in PEM.`,
    )
    const missing = join(folder, 'absent.key')
    await expect(start({ PLATFORM_HTTP_TLS_KEY_FILE: missing })).rejects.toThrow(
      `'platform.http.tls.key-file': ${missing} cannot be read.`,
    )
    await expect(start({ PLATFORM_HTTP_TLS_KEY_FILE: '' })).rejects.toThrow(
      "Set both 'platform.http.tls.cert-file' and 'platform.http.tls.key-file', or neither.",
    )
  })
})
