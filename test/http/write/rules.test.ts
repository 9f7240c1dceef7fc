/** Rules across fields, on every way to write a record. */
import { beforeEach, describe, expect, test } from 'vitest'
import { linesApi, ordersApi, ruleCallers, tables } from '../../support/rules-contract.js'
import { statementsOf } from '../../support/statements.js'
import { dataOf, tablesOf, useService } from '../../support/use-service.js'
import type { Answer, Json } from '../use-people.js'

const orders = '/api/sales/orders'
const use = useService({
  resources: [ordersApi, linesApi],
  callers: ruleCallers,
  database: tablesOf(tables),
})

beforeEach(async () => {
  await use.rows('truncate orders, lines restart identity')
})

const valid = { orderedOn: '2026-03-01' } as const

/** Code, rule and target of each error. */
const problemsOf = (answer: Answer): readonly (readonly unknown[])[] =>
  answer
    .json()
    .errors.map(({ code, target, properties }: Json) => [code, properties.rule ?? null, target])

const broken = (rule: string, target: string | null) => ['VALIDATION_FAILED', rule, target]

const put = async (values: object = {}): Promise<number> => {
  const row = {
    status: 1,
    ordered_on: '2026-03-01',
    discount_percent: 0,
    online: false,
    amount: 0,
    ...values,
  }
  const [{ id }] = (await use.rows(
    `insert into orders (status, ordered_on, due_on, shipped_on, discount_percent, online, purchase_order, amount, secret_limit, customer_id)
     select status, ordered_on, due_on, shipped_on, discount_percent, online, purchase_order, amount, secret_limit, customer_id
     from json_populate_record(null::orders, $1) returning id`,
    [JSON.stringify(row)],
  )) as [Json]
  return id
}
const putLine = (order: number) =>
  use.rows('insert into lines (order_id, quantity) values ($1, 1)', [order])

describe('a rule that excepts callers', () => {
  const discounted = async (): Promise<Json> =>
    dataOf(await use.send('lead', 'POST', orders, { ...valid, discount: 30 }), 201)

  test('concerns what others change, not what they leave as it is', async () => {
    const order = await discounted()
    const url = `${orders}/${order.id}`
    dataOf(await use.send('clerk', 'PATCH', `${url}/dates`, { orderedOn: '2026-03-02' }))
    const answer = await use.send('clerk', 'PUT', url, { ...order, discount: 25 })
    expect(problemsOf(answer)).toEqual([broken('discount', 'discount')])
    const changed = dataOf(await use.send('clerk', 'PUT', url, { ...order, dueOn: '2026-04-01' }))
    expect(changed).toMatchObject({ discount: 30, dueOn: '2026-04-01' })
  })

  test('concerns the items of a batch that change its fields', async () => {
    const [kept, changed] = [await discounted(), await discounted()]
    const items = [
      { operation: 'UPDATE', id: kept.id, data: kept },
      { operation: 'UPDATE', id: changed.id, data: { ...changed, discount: 31 } },
      { operation: 'CREATE', data: { ...valid, discount: 30 } },
    ]
    const answer = await use.send('clerk', 'POST', `${orders}/batch`, {
      atomicity: 'PER_ITEM',
      items,
    })
    expect(dataOf(answer).items.map(({ status }: Json) => status)).toEqual([
      'SUCCEEDED',
      'FAILED',
      'FAILED',
    ])
  })

  test('takes the former values of a set out of the setting once, not for each record', async () => {
    const order = await discounted()
    const sent = await statementsOf(() => use.send('clerk', 'PUT', `${orders}/${order.id}`, order))
    const check = sent.find(({ text }) => text.includes(') as checked'))!
    expect(check.text).toContain(
      `(select concat('{', nullif(current_setting('corollary.previous_values', true), ''), '}')::jsonb) -> `,
    )
  })

  test('takes no round trip, and parses nothing of what earlier writes have kept', async () => {
    const order = await discounted()
    const url = `${orders}/${order.id}`
    const sent = await statementsOf(() => use.send('clerk', 'PUT', url, order))
    expect(sent.filter(({ startsRoundTrip }) => startsRoundTrip)).toHaveLength(1)
    const kept = sent.find(({ text }) => text.includes('string_agg(concat'))!
    expect(kept.text).toMatchInlineSnapshot(`
      "select set_config('corollary.previous_values', concat_ws(',', nullif(current_setting('corollary.previous_values', true), ''), string_agg(concat(to_json('sales.orders ' || "w0"."id"), ':', json_build_array(row("w0"."discount_percent")::text)), ',')), true)
            from "orders" as "w0" where "w0"."id" = any($1::int8[])"
    `)
  })
})

describe('a create', () => {
  test.each([
    ['a date before another one', { dueOn: '2026-02-28' }, broken('dueDate', 'dueOn')],
    ['a value that must be null', { shippedOn: '2026-03-02' }, broken('notShipped', 'shippedOn')],
    ['a constant limit', { discount: 20.01 }, broken('discount', 'discount')],
    ['a disjunction', { amount: 1_000 }, broken('cheapOrOnline', 'online')],
  ])('is refused for %s', async (_, body, problem) => {
    const answer = await use.send('clerk', 'POST', orders, { ...valid, ...body })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(problemsOf(answer)).toEqual([problem])
    expect(await use.rows('select from orders')).toHaveLength(0)
  })

  test('reports each broken rule, with its message and all its members', async () => {
    const body = { ...valid, status: 'SHIPPED', dueOn: '2026-02-01', discount: 30 }
    const answer = await use.send('clerk', 'POST', orders, body)
    expect(problemsOf(answer)).toEqual([
      broken('dueDate', 'dueOn'),
      broken('shipped', 'shippedOn'),
      broken('discount', 'discount'),
      broken('lines', 'lineCount'),
      broken('customer', 'customerId'),
    ])
    const { errors } = answer.json()
    expect(errors.map(({ message }: Json) => message)).toEqual([
      "'dueOn' must not be before 'orderedOn'.",
      "'shippedOn' is required.",
      "'discount' must be at most 20.",
      "'lineCount' must be at least 1.",
      "'customerId' is required.",
    ])
    expect(errors[0].properties.targets).toEqual(['dueOn', 'orderedOn'])
  })

  test('is accepted where a comparison has a null, and at a limit', async () => {
    const at = { ...valid, dueOn: '2026-03-01', discount: 20, amount: 999 }
    dataOf(await use.send('clerk', 'POST', orders, at), 201)
    dataOf(await use.send('clerk', 'POST', orders, { ...valid, dueOn: null }), 201)
    dataOf(await use.send('clerk', 'POST', orders, { ...valid, amount: 5_000, online: true }), 201)
  })

  test('obeys no rule that excepts its caller', async () => {
    dataOf(await use.send('lead', 'POST', orders, { ...valid, discount: 30 }), 201)
  })

  test('with an idempotency key is refused, and stores nothing', async () => {
    const body = { ...valid, discount: 30 }
    const headers = { 'idempotency-key': 'one' }
    const answer = await use.send('clerk', 'POST', orders, body, headers)
    expect(problemsOf(answer)).toEqual([broken('discount', 'discount')])
    expect(await use.rows('select from orders')).toHaveLength(0)
    dataOf(await use.send('clerk', 'POST', orders, { ...valid, discount: 3 }, headers), 201)
  })

  test('takes one round trip', async () => {
    await use.send('clerk', 'POST', orders, valid)
    const sent = await statementsOf(() => use.send('clerk', 'POST', orders, valid))
    expect(sent.filter(({ text }) => text.includes('corollary.broken_rules'))).toHaveLength(1)
    expect(sent.filter(({ startsRoundTrip }) => startsRoundTrip)).toHaveLength(1)
  })
})

test('the statement that checks reads the record once, and names the broken rules', async () => {
  const id = await put()
  const body = { ...valid, status: 'DRAFT', discount: 0, online: true, amount: 0 }
  const sent = await statementsOf(() => use.send('lead', 'PUT', `${orders}/${id}`, body))
  const check = sent.find(({ text }) => text.includes('corollary.broken_rules'))!
  expect(check.text).toMatchInlineSnapshot(`
    "select case when count(*) > 0 then current_setting('corollary.broken_rules ' || string_agg(broken, ' ')) end
          from (select "w0"."id" as id,
        concat_ws(' ', case when ("w0"."due_on" >= "w0"."ordered_on") is false then '0' end, case when (not ("w0"."shipped_on" is null)) is false and ("w0"."status" = any($1::int8[])) is true then '1' end, case when ("w0"."shipped_on" is null) is false and ("w0"."status" = any($2::int8[])) is not true then '2' end, case when (not ("w0"."purchase_order" is null)) is false and ("w0"."online" = any($3::boolean[])) is not true and ("w0"."status" = any($4::int8[])) is not true then '3' end, case when ((select count(*) from "lines" as "w1" where "w1"."order_id" = "w0"."id") >= $5::int8) is false and ("w0"."status" = any($6::int8[])) is not true then '4' end, case when (not ("w0"."customer_id" is null)) is false and ((not ("w0"."online" = any($7::boolean[]))) and ("w0"."status" = any($8::int8[]))) is true then '5' end, case when (("w0"."online" = any($9::boolean[])) or ("w0"."amount" < $10::int8)) is false then '6' end, case when ("w0"."amount" <= "w0"."secret_limit") is false then '7' end) as broken
        from "orders" as "w0" where "w0"."id" = any($11::int8[])) as checked where broken <> ''"
  `)
})

describe('an update', () => {
  test('is refused, and changes nothing', async () => {
    const id = await put()
    const answer = await use.send('clerk', 'PUT', `${orders}/${id}`, {
      status: 'SUBMITTED',
      discount: 0,
      online: false,
      amount: 1,
      orderedOn: '2026-03-01',
      dueOn: '2026-02-01',
    })
    expect(problemsOf(answer)).toEqual([
      broken('dueDate', 'dueOn'),
      broken('purchaseOrder', 'purchaseOrder'),
      broken('lines', 'lineCount'),
    ])
    expect(await use.rows('select due_on, amount from orders')).toEqual([
      { due_on: null, amount: 0 },
    ])
  })

  test('counts rows of other tables', async () => {
    const id = await put()
    await putLine(id)
    const body = { ...valid, status: 'SUBMITTED', discount: 0, online: true, amount: 0 }
    expect(dataOf(await use.send('clerk', 'PUT', `${orders}/${id}`, body)).lineCount).toBe(1)
  })
})

describe('an intent', () => {
  test('compares what it sends with what is stored', async () => {
    const id = await put({ due_on: '2026-03-05' })
    const url = `${orders}/${id}/dates`
    const answer = await use.send('clerk', 'PATCH', url, { orderedOn: '2026-03-06' })
    expect(problemsOf(answer)).toEqual([broken('dueDate', 'dueOn')])
    dataOf(await use.send('clerk', 'PATCH', url, { orderedOn: '2026-03-05' }))
  })

  test('that changes nothing is accepted, whatever is stored', async () => {
    const id = await put({ due_on: '2020-01-01' })
    dataOf(await use.send('clerk', 'PATCH', `${orders}/${id}/dates`, {}))
  })
})

describe('a batch', () => {
  const items = [
    { operation: 'CREATE', data: valid },
    { operation: 'CREATE', data: { ...valid, dueOn: '2026-02-01', discount: 50 } },
    { operation: 'CREATE', data: { ...valid, amount: 2_000 } },
  ]

  test('of all or nothing names each item and rule', async () => {
    const answer = await use.send('clerk', 'POST', `${orders}/batch`, { items })
    expect(answer.statusCode).toBe(400)
    expect(problemsOf(answer)).toEqual([
      broken('dueDate', 'items.1.data.dueOn'),
      broken('discount', 'items.1.data.discount'),
      broken('cheapOrOnline', 'items.2.data.online'),
    ])
    expect(await use.rows('select from orders')).toHaveLength(0)
  })

  test('of single items writes those that obey', async () => {
    const id = await put()
    const update = {
      operation: 'UPDATE',
      id,
      data: { ...valid, status: 'SHIPPED', discount: 0, online: true, amount: 0 },
    }
    const answer = await use.send('clerk', 'POST', `${orders}/batch`, {
      atomicity: 'PER_ITEM',
      items: [...items, update],
    })
    const outcome = dataOf(answer)
    expect(outcome.items.map(({ status }: Json) => status)).toEqual([
      'SUCCEEDED',
      'FAILED',
      'FAILED',
      'FAILED',
    ])
    expect(await use.rows('select status from orders order by id')).toEqual([
      { status: 1 },
      { status: 1 },
    ])
  })
})

describe('an action', () => {
  test('is refused for a rule that its update breaks', async () => {
    const id = await put({ online: true })
    await putLine(id)
    const answer = await use.send('clerk', 'POST', `${orders}/${id}/actions/ship`, {})
    expect(problemsOf(answer)).toEqual([broken('shipped', 'shippedOn')])
  })

  test('on many records names the one that breaks a rule', async () => {
    const right = await put({ online: true })
    const wrong = await put({ online: true })
    await putLine(right)
    const body = { ids: [right, wrong] }
    const answer = await use.send('clerk', 'POST', `${orders}/actions/ship-all`, body)
    expect(problemsOf(answer)).toEqual([broken('lines', 'lineCount')])
    expect(answer.json().errors[0].properties.items).toMatchObject([{ id: wrong }])
    const each = await use.send('clerk', 'POST', `${orders}/actions/ship-each`, body)
    expect(dataOf(each)).toMatchObject({ succeeded: 1, failed: 1 })
    expect(await use.rows('select status from orders order by id')).toEqual([
      { status: 3 },
      { status: 1 },
    ])
  })

  test('is checked at its end, with everything that it wrote', async () => {
    const id = await put()
    dataOf(await use.send('clerk', 'POST', `${orders}/${id}/actions/copy`, {}))
    const answer = await use.send('clerk', 'POST', `${orders}/${id}/actions/copy-without`, {})
    expect(problemsOf(answer)).toEqual([broken('lines', 'lineCount')])
    expect(await use.rows('select from orders')).toHaveLength(2)
  })
})

describe('a rule over a field that the caller may not see', () => {
  test('is checked, and neither named nor described', async () => {
    const id = await put({ secret_limit: 100 })
    const body = { ...valid, status: 'DRAFT', discount: 0, online: false, amount: 101 }
    const answer = await use.send('clerk', 'PUT', `${orders}/${id}`, body)
    expect(problemsOf(answer)).toEqual([['VALIDATION_FAILED', null, 'amount']])
    expect(answer.json().errors[0].message).toBe('The values break a rule of the record.')
    expect(answer.body).not.toMatch(/secret|credit/i)
    const seen = await use.send('credit', 'PUT', `${orders}/${id}`, body)
    expect(problemsOf(seen)).toEqual([broken('credit', 'amount')])
    expect(seen.json().errors[0].message).toBe("'amount' must be at most 'secretLimit'.")
  })
})
