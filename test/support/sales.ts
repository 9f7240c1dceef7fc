/**
 * Shops and their sales: a contract with an option source of every type and policy, and its tables.
 */
import {
  belongsTo,
  bigint,
  boolean,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  float,
  IN,
  instant,
  integer,
  LIKE,
  text,
  uuid,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { type FreshDatabase, freshDatabase } from './database.js'

const tables = `
create table shops (id integer primary key, name text, town text not null);
create table sales (
  id integer primary key, code text, title text, stage text, rank integer, serial bigint,
  amount numeric(8,2), ratio float8, weight real, open boolean, day date, at timestamptz, ticket uuid,
  shop_id integer references shops, partner_id integer references shops
);
insert into shops values
  (1, 'North', 'Porto'), (2, 'north', 'Braga'), (3, null, 'Faro'), (4, 'Never', 'Évora'),
  (5, 'North', 'Lagos'), (6, 'East', 'Porto');
insert into sales (id, code, title, shop_id, partner_id) values
  (1, 'a', 'Zebra', 1, 2), (2, 'a', 'Apple', 1, 3), (3, 'b', null, 2, 3), (4, 'c', 'Apple', 3, 6),
  (5, 'd', '100%', 3, null), (6, 'e', 'a_b', null, 6), (7, 'f', 'a\\b', 5, 6), (8, 'g', '1000', 5, 1),
  (9, 'h', 'axb', 6, 1), (10, null, 'Nobody', 1, 2), (11, null, null, null, null), (12, 'A', 'Apple', 6, 5),
  (13, 'é', 'Été', 2, 2), (14, '', 'Empty', 2, 2), (15, 'x,y', 'Comma', 1, 1);
update sales set stage = (array['NEW', 'SOLD', null])[1 + id % 3], rank = nullif(id % 5, 0),
  serial = 9007199254740993 + nullif(id % 4, 0), amount = nullif(id % 6, 0) * 1.5,
  ratio = nullif(id % 4, 0) * 0.1, weight = nullif(id % 4, 0) * -1e-7,
  open = (array[true, false, null])[1 + id % 3], day = date '2024-02-27' + nullif(id % 5, 0),
  at = timestamptz '2024-03-31 00:59:59.999999Z' + nullif(id % 4, 0) * interval '1 microsecond',
  ticket = ('6f1c1b1e-6a1f-4c57-9a0b-00000000000' || nullif(id % 4, 0))::uuid;`

const shops = defineEntity('shops', {
  id: integer({ primaryKey: true }),
  name: text({ nullable: true }),
  town: text(),
})
const sales = defineEntity('sales', {
  id: integer({ primaryKey: true }),
  code: text({ nullable: true }),
  title: text({ nullable: true }),
  stage: enumOf(['NEW', 'SOLD'], { nullable: true, labels: { NEW: 'Brand new' } }),
  rank: integer({ nullable: true }),
  serial: bigint({ nullable: true }),
  amount: decimal({ precision: 8, scale: 2, nullable: true }),
  ratio: float({ nullable: true }),
  weight: float({ nullable: true }),
  open: boolean({ nullable: true }),
  day: date({ nullable: true }),
  at: instant({ nullable: true }),
  ticket: uuid({ nullable: true }),
  shop: belongsTo('shops', { column: 'shop_id', nullable: true }),
  partner: belongsTo('shops', { column: 'partner_id', nullable: true }),
})

const schema = defineSchema({ shops, sales })
const titles = { type: 'DISTINCT_DIMENSION', path: 'title' } as const

export const salesApi = schema.resource('sales', {
  key: 'tests.sales',
  response: { id: '.', code: '.', title: '.' },
  filter: {
    code: EQUAL(),
    codes: IN('code'),
    titled: LIKE('title'),
    rank: EQUAL(),
    shopId: EQUAL('shop.id'),
    partnerId: EQUAL('partner.id'),
  },
  defaultSort: ['id'],
  optionSources: {
    shops: { type: 'RESOURCE_ENTITY', resource: 'tests.shops', path: 'shop' },
    allShops: { type: 'RESOURCE_ENTITY', resource: 'tests.shops', sorts: { town: '.', name: '.' } },
    titles,
    stages: { type: 'DISTINCT_DIMENSION', path: 'stage' },
    ranks: { type: 'DISTINCT_DIMENSION', path: 'rank' },
    serials: { type: 'DISTINCT_DIMENSION', path: 'serial' },
    amounts: { type: 'DISTINCT_DIMENSION', path: 'amount' },
    ratios: { type: 'DISTINCT_DIMENSION', path: 'ratio' },
    weights: { type: 'DISTINCT_DIMENSION', path: 'weight' },
    opens: { type: 'DISTINCT_DIMENSION', path: 'open' },
    days: { type: 'DISTINCT_DIMENSION', path: 'day' },
    instants: { type: 'DISTINCT_DIMENSION', path: 'at' },
    tickets: { type: 'DISTINCT_DIMENSION', path: 'ticket' },
    towns: { type: 'DISTINCT_DIMENSION', path: 'partner.town' },
    codes: { type: 'CATEGORICAL_BUCKET', path: 'code', label: 'title' },
    rankAmounts: { type: 'CATEGORICAL_BUCKET', path: 'rank', label: 'amount' },
    partners: { type: 'LIGHT_LOOKUP', id: 'partner.id', label: 'partner.name' },
    sorted: {
      type: 'LIGHT_LOOKUP',
      id: 'partner.id',
      label: 'partner.name',
      sorts: { town: 'partner.town' },
    },
    grades: {
      type: 'STATIC_CANONICAL',
      options: [
        { id: 10, label: 'Ten' },
        { id: 2, label: 'Two' },
        { id: -1, label: '50% off_\\' },
        { id: 7, label: 'ten' },
        { id: 0, label: 'Ten' },
      ],
    },
    words: {
      type: 'STATIC_CANONICAL',
      options: [
        { id: 'b', label: 'Second' },
        { id: 1, label: 'First' },
        { id: 'x,y', label: 'Comma' },
        { id: 'é', label: 'Été' },
      ],
    },
    stageList: { type: 'STATIC_CANONICAL', path: 'stage' },
    unsearchable: { ...titles, search: false },
    longSearch: { ...titles, minSearchLength: 3 },
    small: { ...titles, maxSize: 5 },
    dependent: { ...titles, dependsOn: ['shopId', 'rank'] },
    strict: { ...titles, dependsOn: ['shopId', 'rank'], requireDependencies: true },
    others: {
      ...{ ...titles, dependsOn: ['code'], requireDependencies: true },
      ...{ filterField: 'code', excludeSelf: true },
    },
    ofCode: { ...titles, filterField: 'code' },
    'dotted.key_of-9': titles,
  },
})

const shopsApi = schema.resource('shops', {
  key: 'tests.shops',
  response: { id: '.', name: '.', town: '.' },
  filter: {},
  defaultSort: ['id'],
})

export const salesResources = [salesApi, shopsApi]

export interface SalesService extends TestService {
  readonly database: FreshDatabase
}

export const startSales = async (): Promise<SalesService> => {
  const database = await freshDatabase()
  await database.client.query(tables)
  const service = await createTestService({
    resources: salesResources,
    connection: database.connection,
  })
  return {
    ...service,
    database,
    close: async () => {
      await service.close()
      await database.close()
    },
  }
}
