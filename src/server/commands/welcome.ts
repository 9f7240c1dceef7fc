/** What a start prints for people. */
import { pathOfResource } from '../../contract/resource.js'
import type { Application } from '../compose/application.js'
import type { RunningServer } from '../compose/create-server.js'

/** Includes an example request to the first resource, ready to be pasted. */
export const welcome = (
  { title, resources, callers = [] }: Application,
  { url, workbench, database, isOpen }: RunningServer,
): string => {
  const { data } = resources[0]!
  const [example] = Object.values(data.examples?.['filter'] ?? {})
  const body = JSON.stringify(example?.value ?? {}).replaceAll("'", "'\\''")
  return [
    '',
    ...(workbench ? [`Open ${workbench}`, ''] : []),
    `${title} is ready at ${url} on ${database}.`,
    isOpen
      ? 'Authentication is off: everyone who reaches the service may do everything.'
      : 'Callers must send a token: Authorization: Bearer …',
    '',
    'Try:',
    `  curl -s -X POST '${url}${pathOfResource(data)}/filter?size=3' -H 'Content-Type: application/json'${isOpen ? developmentCaller(callers) : ' -H "Authorization: Bearer $TOKEN"'} -d '${body}'`,
    '',
    ...listResources(resources, url),
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

/** More would move the lines above out of sight. */
const mostListed = 20

const listResources = (resources: Application['resources'], url: string): readonly string[] => {
  const listed = resources.slice(0, mostListed).map(({ data }) => `  ${pathOfResource(data)}`)
  const more = resources.length - listed.length
  return more === 0
    ? ['Resources:', ...listed]
    : [`${resources.length} resources:`, ...listed, `  and ${more} more: ${url}/docs`]
}

/** Rows of tenants need a caller of one. */
const developmentCaller = (callers: NonNullable<Application['callers']>): string => {
  const caller = callers.find(({ tenant }) => tenant !== undefined)
  return caller ? ` -H 'X-Development-Caller: ${caller.id}'` : ''
}
