/** What `introspect` proposes for the look of records: sections, units, room, and labels. */
import { expect, test } from 'vitest'
import { introspectTables } from './introspected.js'

test('introspect arranges a wide table in sections, technical columns last', async () => {
  const { textOf } = await introspectTables(`
    create table countries (id int primary key, name text not null);
    create table orders (
      id bigint generated always as identity primary key,
      created_at timestamptz not null default now(), created_by text,
      is_paid boolean not null, is_sent boolean not null, is_open boolean not null,
      number varchar(20) not null unique, external_id text,
      billing_name text, billing_street text, billing_city text, billing_zip text,
      billing_country_id int references countries,
      "ShipToName" text, "ShipToPhone" text, "ShipToNote" text,
      street text, city text, postal_code text)`)
  const text = textOf('resources/orders.ts')
  const groupOf = (field: string) =>
    new RegExp(`\\b${field}: \\{[^}]*group: '([^']*)'`).exec(text)?.[1]
  const sections = {
    'Billing address': ['billingName', 'billingStreet', 'billingCity', 'billingZip'],
    'Ship to': ['shipToName', 'shipToPhone', 'shipToNote'],
    Address: ['street', 'city', 'postalCode'],
    'Created and updated': ['createdAt', 'createdBy'],
    Identifiers: ['id', 'externalId'],
  }
  for (const [title, fields] of Object.entries(sections)) {
    for (const field of fields) expect([field, groupOf(field)]).toEqual([field, title])
  }
  // A reference and its label are where the column of the foreign key is.
  expect(groupOf('billingCountryId')).toBe('Billing address')
  expect(groupOf('billingCountryName')).toBe('Billing address')
  for (const field of ['number', 'isPaid']) expect(groupOf(field)).toBeUndefined()
  const response = /response: \{([^}]*)\}/.exec(text)![1]!
  expect([...response.matchAll(/(\w+):/g)].map(([, name]) => name)).toEqual([
    ...['isPaid', 'isSent', 'isOpen', 'number', ...sections['Billing address']],
    ...['billingCountryId', 'billingCountryName', ...sections['Ship to'], ...sections.Address],
    ...['createdAt', 'createdBy', 'id', 'externalId'],
  ])
})

test('introspect shows the key of a wide table first if no text names its records', async () => {
  const counts = Array.from({ length: 9 }, (_, index) => `c${index} int`).join()
  const { textOf } = await introspectTables(
    `create table scans (id uuid primary key default gen_random_uuid(), ${counts}, source_id text)`,
  )
  const text = textOf('resources/scans.ts')
  expect(/response: \{\s*(\w+)/.exec(text)?.[1]).toBe('id')
  expect(text).toContain("sourceId: { group: 'Identifiers' }")
})

test('introspect makes no sections of few columns, nor of the name of the table', async () => {
  const columns = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}_c${index} text`).join()
  const { textOf } = await introspectTables(`
    create table small (id int primary key, name text, ${columns('billing', 7)});
    create table legacy (id int primary key, name text, ${columns('leg', 9)})`)
  expect(textOf('resources/small.ts')).not.toContain('group')
  expect(textOf('resources/legacy.ts')).not.toContain('group')
})

test('introspect recognizes sizes, durations and long texts by their names', async () => {
  const { textOf } = await introspectTables(`
    create table tracks (
      id int primary key, name varchar(40) not null, file_size bigint, "TotalBytes" int,
      wait_seconds int, took_ms int, rest_ms int, rest_seconds int, gap int, gap_ms int,
      hold_id int references tracks, hold_secs int, play_minutes smallint, kilobytes_text text, bytes numeric,
      notes text, release_description text, comment varchar(90), title text)`)
  const text = textOf('resources/tracks.ts')
  const hints = /hints: \{(.*)\n {2}\},/s.exec(text)![1]!
  expect(hints.split('\n').map((line) => line.trim())).toEqual([
    '',
    "fileSize: { valuePresentation: { unit: 'byte' } },",
    "totalBytes: { label: 'Total size', valuePresentation: { unit: 'byte' } },",
    "waitSeconds: { label: 'Wait', valuePresentation: { unit: 'second' } },",
    "tookMs: { label: 'Took', valuePresentation: { unit: 'millisecond' } },",
    "restMs: { valuePresentation: { unit: 'millisecond' } },",
    "restSeconds: { valuePresentation: { unit: 'second' } },",
    "gapMs: { valuePresentation: { unit: 'millisecond' } },",
    // The relation is the one that is called "Hold".
    "holdSecs: { valuePresentation: { unit: 'second' } },",
    "playMinutes: { label: 'Play', valuePresentation: { unit: 'minute' } },",
    "notes: { controlType: 'textarea' },",
    "releaseDescription: { controlType: 'textarea' },",
    "holdName: { label: 'Hold' },",
  ])
})

test('introspect recognizes lengths, weights, temperatures and percentages by their names', async () => {
  const { textOf } = await introspectTables(`
    create table vessels (
      id int primary key, name varchar(40) not null, height_cm int, length_m numeric(6, 2),
      "MaxDraftM" real, weight_kg bigint, tare_kg int, tare numeric, tax_pct numeric(5, 2), temperature_min_c real,
      revenue_m int, size_cm text)`)
  const hints = /hints: \{(.*)\n {2}\},/s.exec(textOf('resources/vessels.ts'))![1]!
  expect(hints.split('\n').map((line) => line.trim())).toEqual([
    '',
    "heightCm: { label: 'Height', valuePresentation: { unit: 'centimeter' } },",
    "lengthM: { label: 'Length', valuePresentation: { unit: 'meter' } },",
    "maxDraftM: { label: 'Max draft', valuePresentation: { unit: 'meter' } },",
    "weightKg: { label: 'Weight', valuePresentation: { unit: 'kilogram' } },",
    "tareKg: { valuePresentation: { unit: 'kilogram' } },",
    "taxPct: { label: 'Tax', valuePresentation: { unit: 'percent' } },",
    "temperatureMinC: { label: 'Temperature min', valuePresentation: { unit: 'celsius' } },",
  ])
})

test('introspect colors states whose words say what they mean', async () => {
  const { textOf } = await introspectTables(`
    create type order_state as enum ('Draft', 'On hold', 'Paid', 'no_show');
    create table orders (
      id int primary key, state order_state not null, active_kind text not null,
      payment_status text not null check (payment_status in ('failed', 'unknown')),
      kind text not null check (kind in ('active', 'other')))`)
  const hints = /hints: \{(.*)\n {2}\},/s.exec(textOf('resources/orders.ts'))![1]!
  expect(hints.replaceAll(/\s+/g, ' ').replaceAll(/,? \}/g, ' }').trim()).toBe(
    `state: { valuePresentation: { tones: { Draft: 'neutral', 'On hold': 'warning', Paid: 'positive' } } }, ` +
      `paymentStatus: { valuePresentation: { tones: { failed: 'negative' } } },`,
  )
})

test('introspect names a record by a part of its key only if that is a name', async () => {
  const { textOf } = await introspectTables(`
    create table prices (product varchar(9), currency varchar(3), amount int not null,
      primary key (product, currency));
    create table lines (document int, code varchar(9), remark text not null,
      primary key (document, code));
    create table settings (owner int, name varchar(40), value text not null,
      primary key (owner, name))`)
  expect(textOf('resources/prices.ts')).not.toContain('optionLabel')
  expect(textOf('resources/lines.ts')).toContain("optionLabel: 'remark'")
  expect(textOf('resources/settings.ts')).toContain("optionLabel: 'name'")
})

test('introspect names no record by a text that many records share', async () => {
  const { textOf } = await introspectTables(`
    create table bookings (id uuid primary key, booked_at timestamptz not null, due_on date not null,
      currency char(3) not null, zone text not null default 'UTC');
    create table parcels (id uuid primary key, currency char(3) not null, place text not null,
      sent_on date, code varchar(4) not null unique);
    create table legs (booking uuid references bookings, no int, took_on date not null,
      primary key (booking, no))`)
  const orders = {
    bookings: [undefined, '-bookedAt'],
    // What is unique names a record, however short it is.
    parcels: ['code', 'code'],
    legs: [undefined, '-tookOn'],
  }
  for (const [table, expected] of Object.entries(orders)) {
    const text = textOf(`resources/${table}.ts`)
    const label = /optionLabel: '(.*)'/.exec(text)?.[1]
    expect([label, /defaultSort: \['(.*)'\]/.exec(text)?.[1]]).toEqual(expected)
  }
})

test('introspect calls a key that refers to a record as the relation', async () => {
  const { textOf } = await introspectTables(`
    create table wards (ward_code varchar(8) primary key, name text not null);
    create table diagnosis (id int primary key, ward_code varchar(8) references wards,
      chief int references diagnosis, place text, place_code varchar(8) references wards)`)
  const text = textOf('resources/diagnosis.ts')
  expect(text).toContain("title: 'Diagnoses',\n  recordTitle: 'Diagnosis',")
  const hints = /hints: \{(.*)\n? *\},/s.exec(text)![1]!
  // A field is called "Place", so the relation has a longer name than its key.
  expect(hints.replaceAll(/\s+/g, ' ').trim()).toBe(
    "wardCode: { label: 'Ward' }, wardName: { label: 'Ward' }, placeWardsName: { label: 'Place wards' },",
  )
})
