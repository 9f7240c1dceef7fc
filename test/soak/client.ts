/**
 * A client that alone writes its employees, so that it knows what every response must contain:
 * records, totals, statistics, exports. A write whose outcome is unknown is settled first, by
 * repeating it, and must then be done exactly once.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Reply, Traffic } from './traffic.js'

const employees = '/api/human-resources/employees'
const absences = '/api/human-resources/absence-requests'
const payslips = '/api/payroll/payslips'

interface Employee {
  readonly id: number
  readonly code: string
  readonly fullName: string
  readonly email: string
  readonly status: string
  /** Hundredths. */
  readonly cents: number
  readonly departmentId: number
  readonly remote: boolean
}

const statuses = ['ACTIVE', 'ON_LEAVE', 'SUSPENDED', 'TERMINATED'] as const
/** A client deletes records above this number, so that neither side grows. */
const maxOwned = 40

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
const below = (limit: number): number => Math.floor(Math.random() * limit)

const bodyOf = ({ id: _, cents, ...rest }: Employee) => ({
  ...rest,
  salary: (cents / 100).toFixed(2),
  hiredOn: '2026-03-01',
})

// biome-ignore lint/suspicious/noExplicitAny: a record of a response, of which this checks members
const shown = (record: any): Employee => ({
  id: record.id,
  code: record.code,
  fullName: record.fullName,
  email: record.email,
  status: record.status,
  cents: Math.round(record.salary * 100),
  departmentId: record.departmentId,
  remote: record.remote,
})

export class Client {
  readonly #traffic: Traffic
  readonly #name: string
  readonly #own = new Map<number, Employee>()
  /** Tags of own records, each of the latest response. */
  readonly #tags = new Map<number, string>()
  /** Tags of own records from before their latest write. */
  readonly #staleTags = new Map<number, string>()
  /** The data of responses that nobody's writes change, by request; shared by all clients. */
  readonly #fixed: Map<string, string>
  #created = 0
  #requester: Employee | undefined

  constructor(traffic: Traffic, name: string, fixed: Map<string, string>) {
    this.#traffic = traffic
    this.#name = name
    this.#fixed = fixed
  }

  /** The number of writes that were acknowledged and are checked at the end. */
  get owned(): number {
    return this.#own.size
  }

  async step(): Promise<void> {
    const owned = [...this.#own.values()]
    if (owned.length < 5) return this.#create()
    if (owned.length > maxOwned) return this.#remove(pick(owned))
    const work: readonly (() => Promise<void>)[] = [
      () => this.#create(),
      () => this.#update(pick(owned)),
      () => this.#update(pick(owned)),
      () => this.#raise(pick(owned)),
      () => this.#remove(pick(owned)),
      () => this.#decide(),
      () => this.#read(pick(owned)),
      () => this.#read(pick(owned)),
      () => this.#readPages(),
      () => this.#walk(),
      () => this.#countByStatus(),
      () => this.#locate(pick(owned)),
      () => this.#export(),
      () => this.#readFixed(),
      () => this.#readFixed(),
    ]
    return pick(work)()
  }

  /** Compares everything this client wrote with the service: nothing lost, nothing doubled. */
  async checkAll(): Promise<void> {
    for (const employee of this.#own.values()) await this.#read(employee)
    await this.#readPages()
    await this.#walk()
    await this.#countByStatus()
    await this.#export()
  }

  get #mine() {
    return { emailStartsWith: `${this.#name}-` }
  }

  #refute(what: string, seen: unknown, expected: unknown): void {
    const [actual, wanted] = [seen, expected].map((value) => JSON.stringify(value)?.slice(0, 400))
    this.#traffic.refute(`${this.#name} ${what}: ${actual} instead of ${wanted}`)
  }

  #expect(what: string, seen: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(seen, expected)) this.#refute(what, seen, expected)
  }

  /** True if the response has the status. */
  #has(what: string, reply: Reply, status: number): boolean {
    if (reply.status === status) return true
    this.#refute(what, [reply.status, reply.body], status)
    return false
  }

  async #create(): Promise<void> {
    const number = ++this.#created
    const code = `${this.#name}-${number}`
    const fields = {
      ...{ code, fullName: `Soak ${code}`, email: `${code}@example.com`, status: 'ACTIVE' },
      ...{ cents: 100_000 + below(900_000), departmentId: 1 + below(5), remote: number % 2 === 0 },
    }
    const body = bodyOf({ id: 0, ...fields })
    const headers = { 'idempotency-key': code }
    const call = { method: 'POST', path: employees, body, headers } as const
    const first = await this.#traffic.send('create', call)
    const reply = first ?? (await this.#traffic.settle('create again', call))
    if (!this.#has('create', reply, 201)) return
    const employee = { id: reply.body.data.id, ...fields }
    this.#keep('create', employee, reply)
    if (first) return
    const found = await this.#traffic.settle('filter', {
      ...{ method: 'POST', path: `${employees}/filter`, body: { code } },
    })
    this.#expect('records of a repeated create', found.body.data.totalElements, 1)
  }

  /** Keeps what a response shows, if it is what the record must be. */
  #keep(what: string, employee: Employee, { body, headers }: Reply): void {
    const { id } = employee
    const tag = this.#tags.get(id)
    if (tag && this.#own.get(id) !== employee) this.#staleTags.set(id, tag)
    this.#own.set(id, employee)
    this.#tags.set(id, headers.get('etag') ?? '')
    this.#expect(what, shown(body.data), employee)
  }

  #update(employee: Employee): Promise<void> {
    const changed = { ...employee, status: pick(statuses), cents: 100_000 + below(900_000) }
    const path = `${employees}/${employee.id}`
    return this.#change('update', { method: 'PUT', path, body: bodyOf(changed) }, employee, changed)
  }

  #raise(employee: Employee): Promise<void> {
    const changed = { ...employee, cents: employee.cents + 1 }
    const path = `${employees}/${employee.id}/compensation`
    const body = { salary: (changed.cents / 100).toFixed(2) }
    return this.#change('intent', { method: 'PATCH', path, body }, employee, changed)
  }

  async #change(
    kind: string,
    call: { method: 'PUT' | 'PATCH'; path: string; body: object },
    before: Employee,
    after: Employee,
  ): Promise<void> {
    let reply = await this.#traffic.send(kind, call)
    if (!reply) {
      const path = `${employees}/${before.id}`
      const { body } = await this.#traffic.settle('read', { method: 'GET', path })
      const seen = body.data && shown(body.data)
      if (![before, after].some((state) => isDeepStrictEqual(seen, state))) {
        this.#refute(`${kind} with an unknown outcome`, seen, [before, after])
      }
      reply = await this.#traffic.settle(`${kind} again`, call)
    }
    if (this.#has(kind, reply, 200)) this.#keep(kind, after, reply)
  }

  async #remove({ id }: Employee): Promise<void> {
    if (id === this.#requester?.id) return
    const path = `${employees}/${id}`
    const first = await this.#traffic.send('delete', { method: 'DELETE', path })
    const reply = first ?? (await this.#traffic.settle('delete again', { method: 'DELETE', path }))
    const isDone = reply.status === 204 || (!first && reply.status === 404)
    if (!isDone) return this.#refute('delete', [reply.status, reply.body], 204)
    this.#own.delete(id)
    this.#tags.delete(id)
    this.#staleTags.delete(id)
    const gone = await this.#traffic.settle('read', { method: 'GET', path })
    this.#expect('a deleted record', gone.status, 404)
  }

  /** Two callers decide one request at the same time: one of them wins. */
  async #decide(): Promise<void> {
    const { traffic, employee } = { traffic: this.#traffic, employee: this.#requester }
    if (!employee) {
      this.#requester = pick([...this.#own.values()])
      return
    }
    const body = { kind: 'SICK', startsOn: '2026-07-06', endsOn: '2026-07-17', days: 10 }
    const created = await traffic.settle('create', {
      ...{ method: 'POST', path: absences, body: { employeeId: employee.id, ...body } },
      headers: { 'idempotency-key': `${this.#name}-absence-${++this.#created}` },
    })
    if (!this.#has('create', created, 201)) return
    const path = `${absences}/${created.body.data.id}`
    const decide = (action: string) =>
      traffic.send('action', {
        ...{ method: 'POST', path: `${path}/actions/${action}`, body: { comment: action } },
      })
    const replies = await Promise.all([decide('approve'), decide('reject')])
    const { body: read } = await traffic.settle('read', { method: 'GET', path })
    const states = ['APPROVED', 'REJECTED']
    const won = states.filter((_, index) => replies[index]?.status === 200)
    const isUnknown = replies.includes(undefined)
    if (won.length === 1 || (won.length === 0 && isUnknown)) {
      const possible = won.length === 1 ? won : ['SUBMITTED', ...states]
      if (possible.includes(read.data.state)) return
    }
    this.#refute('a decision', [replies.map((reply) => reply?.status), read.data.state], 'one')
  }

  async #read(employee: Employee): Promise<void> {
    const { id } = employee
    const stale = this.#staleTags.get(id)
    const isStale = stale !== undefined && Math.random() < 0.5
    const tag = isStale ? stale : (this.#tags.get(id) ?? '"none"')
    const headers = { 'if-none-match': tag }
    const path = `${employees}/${id}`
    const reply = await this.#traffic.send('read', { method: 'GET', path, headers })
    if (!reply || (reply.status === 304 && !isStale)) return
    if (this.#has('read', reply, 200)) this.#keep('read', employee, reply)
  }

  get #byCode(): readonly Employee[] {
    return [...this.#own.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  }

  async #readPages(): Promise<void> {
    const seen: Employee[] = []
    const size = 3 + below(20)
    for (let page = 0; page * size <= this.#own.size; page++) {
      const path = `${employees}/filter?sort=code&size=${size}&page=${page}`
      const call = { method: 'POST', path, body: this.#mine } as const
      const reply = await this.#traffic.send('filter', call)
      if (!reply || !this.#has('filter', reply, 200)) return
      this.#expect('a total', reply.body.data.totalElements, this.#own.size)
      seen.push(...reply.body.data.content.map(shown))
    }
    this.#expect('pages', seen, this.#byCode)
  }

  async #walk(): Promise<void> {
    const seen: Employee[] = []
    for (let after = ''; ; ) {
      const path = `${employees}/filter/cursor?sort=code,desc&size=11${after}`
      const call = { method: 'POST', path, body: this.#mine } as const
      const reply = await this.#traffic.send('cursor', call)
      if (!reply || !this.#has('cursor', reply, 200)) return
      seen.push(...reply.body.data.content.map(shown))
      if (!reply.body.data.next) break
      after = `&after=${encodeURIComponent(reply.body.data.next)}`
    }
    this.#expect('a walk along cursors', seen.reverse(), this.#byCode)
  }

  async #countByStatus(): Promise<void> {
    const metrics = [{ operation: 'COUNT' }, { operation: 'SUM', field: 'salary' }]
    const body = { filter: this.#mine, field: 'status', metrics, orderBy: 'KEY_ASC' }
    const path = `${employees}/stats/group-by`
    const reply = await this.#traffic.send('stats', { method: 'POST', path, body })
    if (!reply || !this.#has('stats', reply, 200)) return
    const seen = reply.body.data.buckets.map(
      (bucket: { key: string; count: number; values: { salary: number } }) => [
        ...[bucket.key, bucket.count, Math.round(bucket.values.salary * 100)],
      ],
    )
    const expected = [...statuses].sort().flatMap((status) => {
      const group = [...this.#own.values()].filter((employee) => employee.status === status)
      const cents = group.reduce((sum, employee) => sum + employee.cents, 0)
      return group.length === 0 ? [] : [[status, group.length, cents]]
    })
    this.#expect('statistics', seen, expected)
  }

  async #locate({ id }: Employee): Promise<void> {
    const path = `${employees}/locate?id=${id}&sort=code&size=7`
    const reply = await this.#traffic.send('locate', { method: 'POST', path, body: this.#mine })
    if (!reply || !this.#has('locate', reply, 200)) return
    const position = this.#byCode.findIndex((employee) => employee.id === id)
    const { position: seen, page } = reply.body
    this.#expect('a position', [seen, page], [position, Math.floor(position / 7)])
  }

  async #export(): Promise<void> {
    const body = { format: 'json', scope: 'filtered', filters: this.#mine, sort: ['code'] }
    const path = `${employees}/export`
    const reply = await this.#traffic.send('export', { method: 'POST', path, body })
    if (!reply || !this.#has('export', reply, 200)) return
    this.#expect('an export', reply.body.map(shown), this.#byCode)
  }

  /** Data that nobody writes: the same at every time, before and after each restart. */
  async #readFixed(): Promise<void> {
    const [path, body] = pick([
      [`${payslips}/filter?page=${below(40)}`, { departmentId: 1 + below(5) }],
      [`${payslips}/stats/timeseries`, { filter: {}, field: 'period', granularity: 'MONTH' }],
      ['/api/payroll/monthly-costs/filter?size=100', {}],
    ] as const)
    const reply = await this.#traffic.send('fixed', { method: 'POST', path, body })
    if (!reply || !this.#has('fixed', reply, 200)) return
    const text = JSON.stringify(reply.body.data).replaceAll(/"datasetVersion":"[^"]*",?/g, '')
    const key = `${path} ${JSON.stringify(body)}`
    this.#expect(`${key}, which nobody writes`, text, this.#fixed.get(key) ?? text)
    this.#fixed.set(key, text)
  }
}
