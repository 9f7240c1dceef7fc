/** Opens pages for the tests of a file. A page that does what no page may do fails its test. */
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Look, openSession, type Session } from '../support/browser.js'

export interface Pages {
  /** False if tests are skipped, so that nothing has to be started. */
  readonly isThere: boolean
  /** @param origin of the service, such as `http://127.0.0.1:8080` */
  open(origin: string, path: string, look?: Look): Promise<Session>
}

const connectMs = 30_000
const reportFolder = (): string =>
  process.env['TEST_SCREENSHOTS'] ?? join(tmpdir(), 'corollary-screenshots')

/** Writes the last state of the pages of a failed test. */
const writeReport = async (title: string, session: Session): Promise<string> => {
  const folder = reportFolder()
  await mkdir(folder, { recursive: true })
  const name = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}-${Date.now()}`
  const file = join(folder, name)
  await writeFile(`${file}.log`, session.log.join('\n'))
  await session.page.screenshot({ path: `${file}.png`, caret: 'initial', timeout: 5_000 })
  return `${file}.png`
}

export const useBrowser = (): Pages => {
  const provided = inject('browser')
  let browser: Browser | undefined
  const sessions: Session[] = []
  beforeAll(async () => {
    if ('missing' in provided) return
    browser = await chromium.connect(provided.address, { timeout: connectMs })
  })
  beforeEach((context) => {
    if ('missing' in provided) context.skip(provided.missing)
  })
  afterEach(async ({ task }) => {
    const opened = sessions.splice(0)
    const problems = opened.flatMap((session) => session.problems)
    try {
      if (task.result?.state === 'fail' || problems.length > 0) {
        for (const session of opened) {
          const written = writeReport(task.name, session).catch(String)
          console.error(`What the page of '${task.name}' showed: ${await written}`)
        }
      }
    } finally {
      await Promise.all(opened.map(({ context }) => context.close()))
    }
    expect(problems, 'what no page may do').toEqual([])
  })
  afterAll(() => browser?.close())
  return {
    isThere: !('missing' in provided),
    open: async (origin, path, look) => {
      const session = await openSession(browser!, origin, look)
      sessions.push(session)
      await session.page.goto(path)
      return session
    },
  }
}
