/** A reader of a stream in a process of its own, which writes down each event before the next. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ServerEvent } from './event-source.js'

const program = `
  const [url, id] = process.argv.slice(1)
  const { writeSync } = require('node:fs')
  fetch(url, { headers: { 'last-event-id': id } }).then(async ({ body }) => {
    let text = ''
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      text += piece
      const blocks = text.split('\\n\\n')
      text = blocks.pop()
      for (const block of blocks) {
        const field = (name) => new RegExp('^' + name + ': (.*)$', 'm').exec(block)?.[1]
        if (field('event') !== 'change') continue
        writeSync(1, JSON.stringify({ id: field('id'), data: JSON.parse(field('data')) }) + '\\n')
      }
    }
  })`

export interface ReaderProcess {
  /**
   * Kills it after so many events, or once no further ones may come; returns everything that it has
   * written.
   */
  killAfter(count: number, noFurther?: Promise<unknown>): Promise<readonly ServerEvent[]>
}

export const startReader = (url: string, lastEventId: string): ReaderProcess => {
  const child = spawn(process.execPath, ['-e', program, url, lastEventId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  return {
    killAfter: async (count, noFurther) => {
      const events: ServerEvent[] = []
      const kill = () => child.kill('SIGKILL')
      void noFurther?.then(kill, kill)
      for await (const line of createInterface({ input: child.stdout })) {
        // The last line may be incomplete.
        if (line.endsWith('}}')) events.push({ type: 'change', ...JSON.parse(line) })
        if (events.length >= count) kill()
      }
      await exited
      return events
    },
  }
}
