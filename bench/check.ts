/** Checks, before anything is timed, that all servers send the same. */
import type { Case, CaseContext } from './cases/case.js'
import type { PeerRequest } from './cases/peers/peer.js'
import { ask, describe, firstDifference, refusal } from './compare.js'
import { comparedRequests, refusedRequests } from './correctness.js'
import type { Child } from './processes.js'
import { print, showProgress } from './progress.js'
import {
  type AnyServer,
  contentOf,
  contentOfPeer,
  hasCallers,
  isPeerName,
  requestsOf,
  statusOf,
  takesPart,
} from './servers.js'
import type { Callers } from './tokens.js'

const shownDifferences = 10

/** The first of the servers is the one whose responses the others must repeat. */
export const compareEdges = async (
  running: ReadonlyMap<AnyServer, Child>,
  callers: Callers,
  employees: number,
): Promise<boolean> => {
  const differences: string[] = []
  const [reference, ...others] = [...running.keys()].filter((name) => !isPeerName(name))
  const requests = [...comparedRequests(employees), ...refusedRequests]
  for (const request of requests) {
    const of = async (name: AnyServer): Promise<unknown> => {
      const { url } = running.get(name)!
      const headers = hasCallers(name) ? callers.everybody : {}
      const answer = await ask(url, { ...request, headers: { ...request.headers, ...headers } })
      return answer.status < 400 ? answer : refusal(answer)
    }
    const expected = await of(reference!)
    for (const other of others) {
      const difference = firstDifference(expected, await of(other))
      if (difference) {
        differences.push(`${describe(request)} (${reference}, ${other}): ${difference}`)
      }
    }
  }
  return report(differences, requests.length * (others.length + 1))
}

const comparedOfCase = 8

/** Sends the first requests of each case to every server that takes part. */
export const compareCases = async (
  selected: readonly Case[],
  names: readonly AnyServer[],
  contextOf: (name: AnyServer) => CaseContext,
): Promise<boolean> => {
  const differences: string[] = []
  let compared = 0
  for (const benchCase of selected.filter(({ isUnique }) => !isUnique)) {
    showProgress(`${benchCase.id}: comparing responses`)
    const sides = await Promise.all(
      names
        .filter((name) => takesPart(benchCase, name))
        .map(async (name) => {
          const context = contextOf(name)
          return { name, context, next: await requestsOf(benchCase, context) }
        }),
    )
    // A request that depends on a response is the first of its connection.
    const count = benchCase.readsBodies ? 1 : comparedOfCase
    for (let index = 0; index < count; index++) {
      compared += sides.length
      const answers = await Promise.all(
        sides.map(async ({ name, context, next }) => {
          const request = next(0)
          const answer = await ask(context.url, request)
          return { name, request, answer }
        }),
      )
      const [first, ...others] = answers
      for (const { name, request, answer } of answers) {
        if (answer.status === statusOf(benchCase, name)) continue
        const sent = JSON.stringify(answer.body)?.slice(0, 200)
        differences.push(`${benchCase.id}: ${name}: ${describe(request)}: ${answer.status} ${sent}`)
      }
      if (answers.some(({ name, answer }) => answer.status !== statusOf(benchCase, name))) continue
      for (const { name, request, answer } of others) {
        const difference = isPeerName(name)
          ? contentDifference(first!.answer.body, request, answer.body)
          : firstDifference(first!.answer, answer)
        if (!difference) continue
        const what = `${benchCase.id}: ${describe(request)}`
        differences.push(`${what} (${first!.name}, ${name}): ${difference}`)
      }
    }
  }
  return report(differences, compared)
}

/** A peer may lack what the others have, such as a total. */
const contentDifference = (
  body: unknown,
  request: PeerRequest,
  bodyOfPeer: unknown,
): string | undefined => {
  const found = contentOfPeer(request, bodyOfPeer) ?? {}
  const expected = Object.entries(contentOf(body)).filter(([name]) => name in found)
  return firstDifference(Object.fromEntries(expected), found)
}

const report = (differences: readonly string[], compared: number): boolean => {
  if (differences.length === 0) {
    print(`${compared} responses agree.`)
    return true
  }
  print(`${differences.length} of ${compared} responses differ:`)
  for (const difference of differences.slice(0, shownDifferences)) print(`  ${difference}`)
  return false
}
