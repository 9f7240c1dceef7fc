import * as words from './vocabulary.js'

/**
 * The rows of the sales sample as set-based SQL; one statement fills one table. No I/O.
 *
 * The rows are the same on every machine: nothing depends on random(), now(), a time zone or the
 * order of a scan. An order depends only on its own number, so the first 20 000 orders are the same
 * whatever `--orders` is. Orders are of January 2024 to June 2026.
 *
 * `hasEdgeCases` adds what breaks naive code; without it the rows are those of an ordinary company.
 */
export interface Statement {
  readonly sql: string
  /** Lists that the statement chooses from. Those of a range of orders start at $3. */
  readonly lists: readonly (readonly unknown[])[]
}

const PRIME = 2147483647
const CUSTOMERS = 500
/** Nobody orders from these: the last customers and the last products. */
const IDLE_CUSTOMERS = 12
const IDLE_PRODUCTS = 6
const PRODUCTS = words.articles.length * words.variants.length
/** Ids of lines leave room for this number of lines per order. */
const MAX_LINES = 8

/** Mixes a row number into 32 bits, as `h`: a finalizer of xor, shift and multiply. */
function mixed(row: string, salt: number): string {
  const mix = (x: string) => `((${x} # (${x} >> 16)) * 73244475) & 4294967295`
  return `cross join lateral (select ${mix(`(${row} * 64 + ${salt})`)} as a offset 0) s1
  cross join lateral (select ${mix('a')} as b offset 0) s2
  cross join lateral (select b # (b >> 16) as h offset 0) s3`
}

/** Draw number `n` of a row: 0 to `size` - 1. */
const draw = (n: number, size: number | string): string =>
  `((h * ${multipliers[n]} + ${n}) % ${PRIME} % ${size})::integer`

/** Primes less than 2^20: multiplied by 32 bits they fit a bigint. */
const multipliers = [
  16807, 48271, 69621, 39373, 40014, 40692, 45991, 207707, 138556, 49979, 86113, 102191, 74377,
  91673, 523987, 611953,
]

const item = (parameter: number, index: string) => `($${parameter}::text[])[1 + ${index}]`

const territoryRows: Statement = {
  sql: `insert into territories (id, code, name)
  select position, code, name
  from unnest($1::text[], $2::text[]) with ordinality as t (code, name, position)`,
  lists: [words.territories.map(({ code }) => code), words.territories.map(({ name }) => name)],
}

/** Customers take turns with territories, so that each has 41 or 42. */
const customerNames = (hasEdgeCases: boolean): readonly string[] =>
  Array.from({ length: CUSTOMERS }, (_, index) => {
    const { names, forms } = words.territories[index % words.territories.length]!
    const turn = Math.floor(index / words.territories.length)
    const hostile = hasEdgeCases && index % 29 === 4
    const name = `${names[turn % names.length]} ${forms[Math.floor(turn / names.length)]}`
    return hostile ? words.hostileNames[turn % words.hostileNames.length]! : name
  })

const customerRows = (hasEdgeCases: boolean): Statement => ({
  sql: `insert into customers (id, name, territory_id, email, credit_limit)
  select i, name, 1 + (i - 1) % ${words.territories.length},
    case when ${draw(0, 10)} > 0 then 'office' || i || '@customers.example' end,
    case when ${draw(1, 12)} = 0 then 0 else (5 + ${draw(2, 60)}) * 1000 end
  from unnest($1::text[]) with ordinality as c (name, i)
  ${mixed('i', 1)}`,
  lists: [customerNames(hasEdgeCases)],
})

/** One to three for each customer: a buyer, then somebody of finance, then another person. */
const contactRows: Statement = {
  sql: `insert into contacts (id, customer_id, name, email, role)
  select (i - 1) * 3 + k, i, first || ' ' || last,
    case when ${draw(4, 5)} > 0
      then lower(first || '.' || last) || '@customer' || i || '.example' end,
    k
  from generate_series(1, ${CUSTOMERS}::bigint) as i
  ${mixed('i', 2)}
  cross join lateral generate_series(1, 1 + ${draw(0, 3)}) as k
  cross join lateral (select
    ${item(1, `(h / 64 + k * 7) % ${words.firstNames.length}`)} as first,
    ${item(2, `(h / 1024 + k * 3) % ${words.lastNames.length}`)} as last offset 0) person`,
  lists: [words.firstNames, words.lastNames],
}

const products = words.articles.flatMap(([article, cents]) =>
  words.variants.map(([variant, percent]) => ({
    name: `${article} ${variant}`,
    price: (Math.round((cents * percent) / 100) / 100).toFixed(2),
  })),
)

/** One in 25 is discontinued. The extreme prices of edge cases are 0.01 and 9 999 999 999.99. */
const productRows = (hasEdgeCases: boolean): Statement => ({
  sql: `insert into products (id, code, name, status, list_price)
  select i, 'P-' || 1000 + i, name, case when i % 25 = 13 then 2 else 1 end, price
  from unnest($1::text[], $2::numeric[]) with ordinality as p (name, price, i)`,
  lists: [
    products.map(({ name }, index) =>
      hasEdgeCases && index % 43 === 5 ? words.hostileNames[index % 7] : name,
    ),
    products.map(({ price }, index) => {
      if (!hasEdgeCases || index < products.length - 2) return price
      return index === products.length - 1 ? '9999999999.99' : '0.01'
    }),
  ],
})

/**
 * Orders of the last half year are in every state, older ones were shipped or cancelled. Orders
 * that are not online have a purchase order.
 */
const orderRows = (hasEdgeCases: boolean): Statement => {
  const notes = hasEdgeCases ? [...words.notes, ...words.hostileNotes] : words.notes
  return {
    sql: `insert into orders (id, number, customer_id, status, ordered_on, due_on, shipped_on,
    discount_percent, online, purchase_order, note, created_by, created_at, version)
  select i, to_char(ordered_on, 'YY-') || lpad(i::text, greatest(6, length(i::text)), '0'),
    customer, status, ordered_on,
    case when ${draw(4, 100)} >= 15 then ordered_on + 14 + lasting end,
    case when status = 4 then ordered_on + 2 + ${draw(5, 30)} end,
    (array[0, 0, 0, 0, 0, 2.5, 5, 5, 10, 15])[1 + ${draw(6, 10)}],
    online,
    case when not online then 'PO-' || 40000 + ${draw(8, 59999)} end,
    case when ${draw(9, 100)} < 12 then ${item(4, draw(10, notes.length))} end,
    ${item(3, `(customer - 1) % ${words.territories.length}`)},
    ordered_on::timestamp at time zone 'UTC' + (28 + ${draw(11, 40)}) * interval '15 minutes',
    least(status, 4)
  from generate_series($1::bigint, $2::bigint) as i
  ${mixed('i', 3)}
  cross join lateral (select
    1 + least(${draw(0, CUSTOMERS - IDLE_CUSTOMERS)}, ${draw(1, CUSTOMERS - IDLE_CUSTOMERS)})
      as customer,
    date '2024-01-02' + ${draw(2, 910)} as ordered_on,
    ${draw(7, 100)} < 35 as online offset 0) base
  cross join lateral (select
    case when ordered_on < '2026-01-01' then case when ${draw(3, 100)} < 94 then 4 else 5 end
      when ${draw(3, 100)} < 14 then 1 when ${draw(3, 100)} < 34 then 2
      when ${draw(3, 100)} < 50 then 3 when ${draw(3, 100)} < 93 then 4 else 5 end as status
    offset 0) progress
  cross join lateral (select
    case when status in (1, 2, 3) then ${draw(12, 360)} else ${draw(12, 30)} end as lasting
    offset 0) term`,
    lists: [words.territories.map(({ seller }) => seller), notes],
  }
}

/**
 * One to five lines, three on average; every fifth draft has none. Expensive articles are bought in
 * small numbers. Prices are list prices of when the order was made, so some are lower. In the edge
 * cases order 3 has eight lines, and order 7 has 10 000 pieces for 0.01.
 */
const lineRows = (hasEdgeCases: boolean): Statement => {
  const edge = (condition: string) => (hasEdgeCases ? condition : 'false')
  return {
    sql: `insert into order_lines (id, order_id, position, product_id, quantity, unit_price)
  select (i - 1) * ${MAX_LINES} + k, i, k - 1, p.id,
    case when ${edge('i = 7')} then 10000 when p.list_price < 10 then 10 + (h / 8 + k) % 190
      when p.list_price < 400 then 1 + (h / 8 + k) % 24 else 1 + (h / 8 + k) % 6 end,
    case when ${edge('i = 7')} then 0.01
      when (h / 16 + k) % 4 = 0 then round(p.list_price * 0.95, 2) else p.list_price end
  from orders o
  cross join lateral (select o.id as i) ids
  ${mixed('i', 4)}
  cross join lateral generate_series(1, case when ${edge('i = 3')} then ${MAX_LINES}
    when o.status = 1 and i % 5 = 0 then 0 else 1 + ${draw(0, 5)} end) as k
  join products p
    on p.id = 1 + (${draw(1, PRODUCTS - IDLE_PRODUCTS)} + k * 37) % ${PRODUCTS - IDLE_PRODUCTS}
  where o.id between $1 and $2`,
    lists: [],
  }
}

/** Rows whose number does not depend on the number of orders, in the order of foreign keys. */
export const fixedRows = (hasEdgeCases: boolean): readonly Statement[] => [
  territoryRows,
  customerRows(hasEdgeCases),
  contactRows,
  productRows(hasEdgeCases),
]

/** Rows of a range of orders, the parameters $1 and $2. */
export const rowsOfOrders = (hasEdgeCases: boolean): readonly Statement[] => [
  orderRows(hasEdgeCases),
  lineRows(hasEdgeCases),
]
