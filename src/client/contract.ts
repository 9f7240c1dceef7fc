/** Tells a program that the service has another contract than the one that it was built with. */
import type { ContractFile, ContractPart } from '../wire/contract.js'

const hashHeader = 'X-Contract-Hash'
const driftHeader = 'X-Contract-Drift'

export interface ContractChange {
  readonly part: ContractPart
  readonly change: 'added' | 'changed' | 'removed'
  /** The member that was added or changed; `*` for a body without members. */
  readonly name?: string
  /** How many members were removed. */
  readonly count?: number
  /** A request may be refused, or a response may not be what the program expects. */
  readonly isBreaking: boolean
}

export interface ContractDrift {
  /** Method and path, such as `POST /api/tasks/filter`. */
  readonly operation: string
  readonly isBreaking: boolean
  /** Empty if the service could not read the hash. At most 20. */
  readonly changes: readonly ContractChange[]
}

/** What a client does with the contract that its program was built with. */
export interface ContractWatch {
  /** Headers of a request. */
  readonly headersOf: (method: string, path: string) => Readonly<Record<string, string>>
  /** Reports what a response says about the contract. */
  readonly read: (method: string, path: string, headers: Headers) => void
}

/**
 * Watches the contract. The callback is called once for each operation and change; calls of the
 * client are not affected.
 *
 * @param contract what `corollary contract` printed
 * @example
 * import contract from './contract.json' with { type: 'json' }
 * const client = createClient<typeof resources>({
 *   baseUrl: '',
 *   contract: watchContract(contract, (drift) => console.warn(drift)),
 * })
 */
export const watchContract = (
  contract: ContractFile,
  onContractDrift: (drift: ContractDrift) => void,
): ContractWatch => {
  const operations = Object.keys(contract.operations).map(readOperation)
  const reported = new Set<string>()
  const find = (method: string, path: string): string | undefined => {
    const segments = path.split('/')
    const fitting = operations.filter(
      (operation) => operation.method === method && fits(operation.segments, segments),
    )
    // A path without variables comes first: `/all` is not an id.
    return (fitting.find(({ name }) => name === `${method} ${path}`) ?? fitting[0])?.name
  }
  return {
    headersOf: (method, path): Readonly<Record<string, string>> => {
      const places = contract.operations[find(method, path) ?? '']
      if (!places) return {}
      return { [hashHeader]: places.map((place) => contract.hashes[place]).join('.') }
    },
    read: (method, path, headers) => {
      const header = headers.get(driftHeader)
      if (header === null) return
      const operation = find(method, path) ?? `${method} ${path}`
      const key = `${operation} ${header}`
      if (reported.has(key)) return
      reported.add(key)
      const changes = header.split(',').flatMap(readChange)
      const isBreaking = changes.some((change) => change.isBreaking)
      // Afterwards, because the call has succeeded or failed by itself, whatever the callback does.
      queueMicrotask(() => onContractDrift({ operation, isBreaking, changes }))
    },
  }
}

const readOperation = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, segments: path.split('/') }
}

const fits = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, index) => part === segments[index] || part.startsWith('{'))

/** Reads `request;added=name;breaking`; nothing else, such as `more=3`, is a change. */
const readChange = (item: string): readonly ContractChange[] => {
  const [, part, change, value = '', breaking] =
    /^\s*(request|response);(added|changed|removed)=([^;]*)(;breaking)?$/.exec(item) ?? []
  if (part === undefined) return []
  const facts = change === 'removed' ? { count: Number(value) } : { name: decoded(value) }
  return [
    {
      ...{ part: part as ContractPart, change: change as ContractChange['change'] },
      ...{ ...facts, isBreaking: breaking !== undefined },
    },
  ]
}

/** A header that something on the way has damaged is shown as it is. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
