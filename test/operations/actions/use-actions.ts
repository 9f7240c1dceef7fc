/** Runs workflow actions, and validates every response against the API description. */
import { beforeAll, expect } from 'vitest'
import { type Described, expectDescribed, operationsIn } from '../../discovery/use-discovery.js'
import type { Answer, Headers, Json } from '../../http/use-people.js'
import type { Workflow } from '../../support/use-service.js'

export interface Actions {
  /** On a record, or on the collection without an id. */
  perform(
    caller: string,
    id: number | string | undefined,
    action: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Answer>
  /** Validates a response against the description. */
  expectKnown(answer: Answer, method: string, path: string): void
}

export const useActions = (workflow: Workflow, resource: string): Actions => {
  let document: Json
  let described: readonly Described[] = []
  beforeAll(async () => {
    const [caller] = Object.keys(workflow.callers)
    document = (await workflow.get(caller!, '/v3/api-docs')).json()
    described = operationsIn(document)
  })
  const expectKnown: Actions['expectKnown'] = (answer, method, path) => {
    const operation = described.find(
      (candidate) => candidate.method === method && candidate.path === path,
    )
    expect(operation, `${method} ${path} is not published`).toBeDefined()
    expectDescribed(answer, operation!, document)
  }
  return {
    expectKnown,
    perform: async (caller, id, action, body, headers) => {
      const at = (key: string) =>
        `${resource}${id === undefined ? '' : `/${key}`}/actions/${action}`
      const answer = await workflow.send(caller, 'POST', at(String(id)), body, headers)
      expectKnown(answer, 'POST', at('{id}'))
      return answer
    },
  }
}
