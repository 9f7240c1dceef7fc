/** A class with markers and a plain object say the same. */
import { type ActionCallOf, ApiResource, WorkflowAction } from 'corollary'
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../src/discovery/openapi/openapi.js'
import { readSettings } from '../../src/server/read-settings.js'
import { Base, compiled, plain, printed, Tickets } from './markers.js'

describe('a class and a plain object', () => {
  test('compile to the same model', () => {
    const [a, b] = [compiled(new Tickets()), compiled(plain)]
    expect(printed(a.resources)).toEqual(printed(b.resources))
    expect(printed(a)).toEqual(printed(b))
    expect(JSON.stringify(printed(a)).length).toBeGreaterThan(10_000)
  })

  test('are described the same', () => {
    const { settings } = readSettings({ environment: {} })
    const options = { title: 'T', version: '1', settings }
    const documents = [new Tickets(), plain].map((one) => describeApi(compiled(one), options))
    expect(documents[0]!.get(undefined)).toEqual(documents[1]!.get(undefined))
  })

  test('the comparison sees a difference', () => {
    const other = { ...plain, data: { ...plain.data, title: 'Other' } }
    expect(printed(compiled(other))).not.toEqual(printed(compiled(plain)))
  })

  test('a class may be made with something of the application', async () => {
    const sent: string[] = []
    @ApiResource()
    class Sending extends Base {
      readonly #send: (text: string) => unknown
      constructor(send: (text: string) => unknown) {
        super()
        this.#send = send
      }
      @WorkflowAction({ title: 'Tell' })
      tell(_call: ActionCallOf<typeof Base>) {
        this.#send('told')
      }
    }
    const [resource] = compiled(new Sending((word) => sent.push(word))).resources
    await resource!.actions.get('tell')!.perform({} as never)
    expect(sent).toEqual(['told'])
  })

  test('names of members are with dashes on the wire', () => {
    @ApiResource()
    class Names extends Base {
      @WorkflowAction({ title: 'A' })
      step2Check(_call: ActionCallOf<typeof Base>) {}

      @WorkflowAction({ title: 'B' })
      bulkURL(_call: ActionCallOf<typeof Base>) {}
    }
    const [resource] = compiled(new Names()).resources
    expect([...resource!.actions.keys()]).toEqual(['step2-check', 'bulk-url'])
  })
})
