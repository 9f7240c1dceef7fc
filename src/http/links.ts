/** The `_links` of answers, made once for each resource from its operation table. */
import type { Operation } from '../model/operations.js'
import type { ResourceModel } from '../model/resource-model.js'

/** Hrefs by rel; several of one rel are a list. */
export type Links = Readonly<Record<string, string | readonly string[]>>

export interface ResourceLinks {
  /** Path of the resource behind the context path. */
  readonly base: string
  /** Links of a collection: its operations. */
  readonly collection: Links
  /** Links of a record, with its id as it stands in JSON. */
  record(id: string): Links
  /** `,"_links":{…}` to close a row with; nothing when links are off. */
  rowSuffix(id: string): string
}

const isOfRecord = ({ path }: Operation): boolean => path.includes('{id}')

export const createLinks = (
  resource: ResourceModel,
  contextPath: string,
  enabled: boolean,
): ResourceLinks => {
  const base = `${contextPath}${resource.path}`
  const linked = resource.operations.filter(({ supported, rel }) => supported && rel !== undefined)
  const onRecord = linked.filter(isOfRecord)
  const onCollection = linked.filter((operation) => !isOfRecord(operation))
  const record = (id: string): Links => {
    const href = (path: string) => `${base}${path.replace('{id}', encodeURIComponent(id))}`
    return Object.fromEntries(onRecord.map(({ rel, path }) => [rel!, href(path)]))
  }
  return {
    base,
    collection: Object.fromEntries(onCollection.map(({ rel, path }) => [rel!, `${base}${path}`])),
    record,
    rowSuffix: enabled ? createRowSuffix(base, onRecord) : () => '',
  }
}

/** Links cost next to nothing for each row: the text around the id is made once. */
const createRowSuffix = (base: string, operations: readonly Operation[]) => {
  const pieces = operations
    .map(({ rel, path }) => `${JSON.stringify(rel)}:{"href":${JSON.stringify(`${base}${path}`)}}`)
    .join(',')
    .split('{id}')
  const [first = '', ...rest] = pieces
  return (id: string): string => {
    const encoded = encodeURIComponent(id)
    return `,"_links":{${first}${rest.map((piece) => encoded + piece).join('')}}`
  }
}
