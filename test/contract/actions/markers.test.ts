/** A resource class with decorators and a plain object are equivalent. */
import { type ActionCallOf, ApiResource, WorkflowAction } from 'corollary'
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../../src/discovery/openapi/openapi.js'
import { readSettings } from '../../../src/server/compose/read-settings.js'
import { Base, compiled, plain, printed, Tickets } from './markers.js'

describe('a resource class and a plain object', () => {
  test('both compile to the same model', () => {
    const [a, b] = [compiled(new Tickets()), compiled(plain)]
    expect(printed(a.resources)).toEqual(printed(b.resources))
    expect(printed(a)).toEqual(printed(b))
    expect(JSON.stringify(printed(a)).length).toBeGreaterThan(10_000)
  })

  test('both have the same API description', () => {
    const { settings } = readSettings({ environment: {} })
    const options = { title: 'T', version: '1', settings }
    const documents = [new Tickets(), plain].map((resource) =>
      describeApi(compiled(resource), options),
    )
    expect(documents[0]!.get(undefined)).toEqual(documents[1]!.get(undefined))
  })

  test('the comparison detects a difference', () => {
    const other = { ...plain, data: { ...plain.data, title: 'Other' } }
    expect(printed(compiled(other))).not.toEqual(printed(compiled(plain)))
  })

  test('the constructor of a class may take services of the application', async () => {
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
        this.#send('notified')
      }
    }
    const [resource] = compiled(new Sending((word) => sent.push(word))).resources
    await resource!.actions.get('tell')!.perform({} as never)
    expect(sent).toEqual(['notified'])
  })

  test('wire names of members are written with dashes', () => {
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
