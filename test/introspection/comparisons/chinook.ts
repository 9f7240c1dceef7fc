/** Chinook: long paths over many-to-many relations, names that may be missing, exact prices. */
import {
  byIds,
  type Comparison,
  everything,
  exported,
  type Filter,
  groups,
  histogram,
  located,
  options,
  page,
  rows,
  series,
  source,
  terms,
  walk,
} from './comparison.js'

const tracks = (filter: Filter, where: string): Comparison => [
  `tracks with ${JSON.stringify(filter)}`,
  rows('track', filter),
  `select track_id, name, composer, unit_price from track t where ${where} order by name, track_id`,
]
const customers = (filter: Filter, where: string): Comparison => [
  `customers with ${JSON.stringify(filter)}`,
  rows('customer', filter, 'sort=customerId'),
  `select customer_id, company, support_rep_id from customer c where ${where} order by customer_id`,
]
const invoices = (filter: Filter, where: string): Comparison => [
  `invoices with ${JSON.stringify(filter)}`,
  rows('invoice', filter),
  `select invoice_id, invoice_date, total from invoice i where ${where} order by invoice_id`,
]
const playlists = (filter: Filter, where: string): Comparison => [
  `playlists with ${JSON.stringify(filter)}`,
  rows('playlist', filter),
  `select playlist_id, name from playlist p where ${where} order by playlist_id`,
]

const filters: readonly Comparison[] = [
  tracks({ name: 'ñ' }, `lower(name) like lower('%ñ%')`),
  tracks({ 'name LIKE': 'G_E' }, `lower(name) like '%g\\_e%'`),
  tracks({ 'composer EQUAL': '' }, `composer = ''`),
  tracks({ 'composer NOT_IN': ['', 'Angus Young'] }, `composer not in ('', 'Angus Young')`),
  tracks({ 'composer IS_NULL': true }, 'composer is null'),
  tracks(
    { composer: 'young', unitPriceBetween: [1, null] },
    `composer = 'Angus Young' and unit_price >= 1`,
  ),
  tracks({ 'unitPrice EQUAL': '1.9900' }, 'unit_price = 1.99'),
  tracks({ 'unitPrice IN': [0.99, '5'] }, 'unit_price = 0.99'),
  tracks({ millisecondsBetween: [100000, 200000] }, 'milliseconds between 100000 and 200000'),
  tracks({ 'milliseconds GREATER_OR_EQUAL': 490000 }, 'milliseconds >= 490000'),
  tracks({ 'bytes LESS_THAN': 500000 }, 'bytes < 500000'),
  tracks({ 'bytes IS_NULL': true }, 'bytes is null'),
  tracks({ 'bytes OUTSIDE_RANGE': [1000000, 19000000] }, 'bytes < 1000000 or bytes > 19000000'),
  tracks({ albumIds: [3, 9, 27] }, 'album_id in (3, 9, 27)'),
  tracks({ 'album IS_NULL': true }, 'album_id is null'),
  tracks(
    { 'album.title STARTS_WITH': '50% o' },
    `album_id in (select album_id from album where title ilike '50\\% o%')`,
  ),
  tracks(
    { 'album.artist.name EQUAL': 'björk' },
    `album_id in (select album_id from album join artist using (artist_id) where name = 'björk')`,
  ),
  tracks(
    { 'album.artist.name LIKE': 'BJÖRK' },
    `album_id in (select album_id from album join artist using (artist_id) where lower(name) like lower('%björk%'))`,
  ),
  tracks(
    { 'album.artist.name IS_NULL': true },
    `not exists (select from album join artist using (artist_id) where album.album_id = t.album_id and artist.name is not null)`,
  ),
  tracks(
    { 'genre.name NOT_EQUAL': 'Rock' },
    `genre_id in (select genre_id from genre where name <> 'Rock')`,
  ),
  tracks({ genreIds: [8], mediaTypeIds: [1, 2] }, 'genre_id = 8 and media_type_id in (1, 2)'),
  tracks(
    { 'playlists.playlistId IN': [3, 5] },
    'track_id in (select track_id from playlist_track where playlist_id in (3, 5))',
  ),
  tracks(
    { 'playlists.name EQUAL': '90’s' },
    `track_id in (select track_id from playlist_track join playlist using (playlist_id) where name = '90’s')`,
  ),
  tracks(
    { 'playlists.name IS_NULL': true },
    `track_id in (select track_id from playlist_track join playlist using (playlist_id) where name is null)`,
  ),
  tracks(
    { 'playlists SIZE_EQ': 0, 'invoiceLines SIZE_EQ': 0 },
    `not exists (select from playlist_track p where p.track_id = t.track_id)
     and not exists (select from invoice_line l where l.track_id = t.track_id)`,
  ),
  tracks(
    { 'playlists SIZE_GT': 3 },
    '(select count(*) from playlist_track p where p.track_id = t.track_id) > 3',
  ),
  tracks(
    { 'album.tracks SIZE_GT': 8 },
    '(select count(*) from track o where o.album_id = t.album_id) > 8',
  ),
  tracks(
    { 'invoiceLines.quantity GREATER_THAN': 3 },
    'track_id in (select track_id from invoice_line where quantity > 3)',
  ),
  tracks(
    { 'invoiceLines.invoice.customer.country EQUAL': 'Norway' },
    `track_id in (select track_id from invoice_line join invoice using (invoice_id) join customer using (customer_id) where country = 'Norway')`,
  ),
  tracks(
    { 'invoiceLines.quantity EQUAL': 1, 'invoiceLines.unitPrice EQUAL': 1.99 },
    `track_id in (select track_id from invoice_line where quantity = 1) and track_id in (select track_id from invoice_line where unit_price = 1.99)`,
  ),

  customers({ 'supportRep IS_NULL': true }, 'support_rep_id is null'),
  customers({ supportRepIds: [2, 4] }, 'support_rep_id in (2, 4)'),
  customers(
    { 'supportRep.reportsTo.reportsTo IS_NOT_NULL': true },
    `support_rep_id in (select e.employee_id from employee e join employee m on m.employee_id = e.reports_to where m.reports_to is not null)`,
  ),
  customers(
    { 'supportRep.employeesByReportsTo SIZE_EQ': 0 },
    `support_rep_id is not null and not exists (select from employee e where e.reports_to = c.support_rep_id)`,
  ),
  customers(
    { 'invoices.total BETWEEN': ['24.5', null] },
    'customer_id in (select customer_id from invoice where total >= 24.5)',
  ),
  customers(
    { 'invoices.invoiceLines.track.genre.name EQUAL': 'Opera' },
    `customer_id in (select customer_id from invoice join invoice_line using (invoice_id) join track using (track_id)
       join genre using (genre_id) where genre.name = 'Opera')`,
  ),
  customers(
    { 'invoices SIZE_LT': 2 },
    '(select count(*) from invoice i where i.customer_id = c.customer_id) < 2',
  ),
  customers({ 'state EQUAL': 'QC', lastName: 'Ö' }, `state = 'QC' and last_name ilike '%ö%'`),

  invoices(
    { invoiceDateBetween: ['2010-03-01', '2010-03-31'] },
    `invoice_date >= '2010-03-01' and invoice_date < '2010-04-01'`,
  ),
  invoices(
    { 'invoiceDate GREATER_THAN': '2013-06-01T00:12:30.5' },
    `invoice_date > '2013-06-01 00:12:30.5'`,
  ),
  invoices(
    { 'customer.supportRep.hireDate LESS_THAN': '2002-04-08T08:30:00' },
    `customer_id in (select customer_id from customer join employee on employee_id = support_rep_id
       where hire_date < '2002-04-08 08:30')`,
  ),

  playlists({ 'name IS_NULL': true }, 'name is null'),
  playlists(
    { trackIds: [1, 2, 3, 4, 5] },
    'playlist_id in (select playlist_id from playlist_track where track_id <= 5)',
  ),
  playlists(
    { 'tracks SIZE_LT': 70 },
    '(select count(*) from playlist_track l where l.playlist_id = p.playlist_id) < 70',
  ),
  playlists(
    { 'tracks.album.artist.artistId EQUAL': 5 },
    `playlist_id in (select playlist_id from playlist_track join track using (track_id) join album using (album_id) where artist_id = 5)`,
  ),
]

const records: readonly Comparison[] = [
  [
    'tracks with album, genre and media type',
    rows('track', {}, 'sort=trackId,desc'),
    `select track_id, t.name, composer, milliseconds, bytes, unit_price, t.album_id, a.title as album_title,
       t.genre_id, g.name as genre_name, m.name as media_type_name
     from track t left join album a using (album_id) left join genre g using (genre_id) join media_type m using (media_type_id)
     order by track_id desc`,
  ],
  [
    'playlists with their tracks',
    everything('playlist'),
    `select playlist_id, name, (select coalesce(json_agg(track_id order by track_id), '[]') from playlist_track l
       where l.playlist_id = p.playlist_id) as track_ids from playlist p order by playlist_id`,
  ],
  [
    'artists, where a name may be missing',
    everything('artist'),
    'select artist_id, name from artist order by artist_id',
  ],
  [
    'tracks by ids',
    byIds('track', 700, 1, 5000, 350),
    `select track_id, name from track where track_id in (1, 350, 700)
     order by array_position(array[700, 1, 350], track_id)`,
  ],
  [
    'invoices by total',
    rows('invoice', { totalBetween: [20, 22] }, 'sort=total,desc'),
    'select invoice_id, total, customer_id from invoice where total between 20 and 22 order by total desc, invoice_id desc',
  ],
  [
    'a page of tracks by genre and album',
    page('track', {}, 'sort=genreName&sort=albumTitle,desc&size=30&page=20'),
    `select track_id from track left join genre using (genre_id) left join album using (album_id)
    order by genre.name nulls last, title desc nulls last, track_id desc limit 30 offset 600`,
  ],
  [
    'tracks by the artist, a filter field',
    rows(
      'track',
      { 'album.artist.name STARTS_WITH': 'a' },
      'sort=album_artist_name_STARTS_WITH&sort=milliseconds,desc',
    ),
    `select track_id from track join album using (album_id) join artist using (artist_id) where artist.name ilike 'a%'
    order by artist.name, milliseconds desc, track_id desc`,
  ],
]

const walks: readonly Comparison[] = [
  [
    'a walk through tracks by size',
    walk('track', {}, 'sort=bytes,desc', 60),
    'select track_id, bytes from track order by bytes desc nulls last, track_id desc',
  ],
  [
    'a walk through tracks by price and composer',
    walk('track', { 'genre IS_NOT_NULL': true }, 'sort=unitPrice,desc&sort=composer', 45),
    'select track_id from track where genre_id is not null order by unit_price desc, composer nulls last, track_id',
  ],
  [
    'a walk through albums by artist',
    walk('album', {}, 'sort=artistName', 10),
    'select album_id, artist.name as artist_name from album join artist using (artist_id) order by artist.name nulls last, album_id',
  ],
  [
    'a walk through employees by manager',
    walk('employee', {}, 'sort=reportsToLastName,desc', 4),
    `select e.employee_id from employee e left join employee m on m.employee_id = e.reports_to
    order by m.last_name desc nulls last, e.employee_id desc`,
  ],
  [
    'a walk through invoices by date',
    walk('invoice', {}, 'sort=invoiceDate,desc', 60),
    'select invoice_id, invoice_date from invoice order by invoice_date desc, invoice_id desc',
  ],
  [
    'the position of a track',
    located('track', { unitPriceBetween: [1, 2] }, 'sort=name&sort=milliseconds', 9),
    `select count(*) as position from track t, (select * from track where track_id = 9) as it
    where t.unit_price = 1.99 and (t.name, t.milliseconds, t.track_id) < (it.name, it.milliseconds, it.track_id)`,
  ],
]

const choices: readonly Comparison[] = [
  [
    'genres as options, one without a name',
    options('genre'),
    'select genre_id as id, coalesce(name, genre_id::text) as label from genre order by genre.name nulls last, genre_id',
  ],
  [
    'albums as options, searched',
    options('album', {}, '% O'),
    `select album_id as id, title as label from album where title ilike '%\\% o%' order by title, album_id`,
  ],
  [
    'albums of matching tracks',
    source('track', 'albums', { 'genre.name EQUAL': 'Jazz', 'unitPrice EQUAL': 0.99 }),
    `select album_id as id, title as label from album where album_id in
     (select album_id from track join genre using (genre_id) where genre.name = 'Jazz' and unit_price = 0.99) order by title, album_id`,
  ],
  [
    'support agents by id',
    source('customer', 'supportReps', { 'country EQUAL': 'Canada' }, { sort: 'id' }),
    `select employee_id as id, last_name as label from employee where employee_id in (select support_rep_id from customer where country = 'Canada') order by employee_id`,
  ],
]

const statistics: readonly Comparison[] = [
  [
    'tracks by genre',
    groups('track', 'genre', { orderBy: 'VALUE_DESC' }),
    'select genre_id as key, count(*) as count from track group by genre_id order by count(*) desc, genre_id nulls last',
  ],
  [
    'the length of tracks by media type',
    groups('track', 'mediaType', {
      orderBy: 'KEY_ASC',
      metrics: [
        { operation: 'SUM', field: 'milliseconds', alias: 'total' },
        { operation: 'AVG', field: 'unitPrice', alias: 'price' },
        { operation: 'MIN', field: 'bytes', alias: 'smallest' },
        { operation: 'MAX', field: 'bytes', alias: 'largest' },
      ],
    }),
    `select media_type_id as key, m.name as label, count(*) as count, json_build_object('total', sum(milliseconds),
      'price', avg(unit_price)::float8, 'smallest', min(bytes), 'largest', max(bytes)) as values
    from track join media_type m using (media_type_id) group by 1, 2 order by 1`,
  ],
  [
    'invoices by customer with the sum of totals',
    groups('invoice', 'customer', { metric: { operation: 'SUM', field: 'total' }, limit: 5 }),
    'select customer_id as key, sum(total) as value, count(*) as count from invoice group by 1 order by 2 desc, 1 limit 5',
  ],
  [
    'tracks by genre in a playlist',
    groups('track', 'genre', { orderBy: 'KEY_ASC' }, { 'playlists.playlistId IN': [1, 2] }),
    `select genre_id as key, count(*) as count from track
    where track_id in (select track_id from playlist_track where playlist_id in (1, 2)) group by genre_id order by genre_id nulls last`,
  ],
  [
    'terms of albums, the largest',
    terms('album', 'artist', { limit: 7 }),
    'select artist_id as key, count(*) as value from album group by artist_id order by count(*) desc, artist_id limit 7',
  ],
  [
    'terms of managers with labels',
    terms('employee', 'reportsTo', { orderBy: 'KEY_DESC' }, { 'reportsTo IS_NOT_NULL': true }),
    'select m.employee_id as key, m.last_name as label, count(*) as count from employee e join employee m on m.employee_id = e.reports_to group by 1, 2 order by 1 desc',
  ],
  [
    'invoices of each month',
    series('invoice', 'invoiceDate', {
      granularity: 'MONTH',
      metric: { operation: 'SUM', field: 'total' },
    }),
    `select date_trunc('month', invoice_date)::date as start, count(*) as count, sum(total) as value from invoice group by 1 order by 1`,
  ],
  [
    'a histogram of lengths',
    histogram('track', 'milliseconds', { bucketSize: 50000 }),
    `select bucket * 50000 as "from", count(track_id) as count from generate_series(0, (select max(milliseconds) / 50000 from track)) bucket
    left join track on milliseconds / 50000 = bucket group by bucket order by bucket`,
  ],
  [
    'a histogram of totals',
    histogram('invoice', 'total', { bucketSize: '2.50' }, { 'customer.city EQUAL': 'Oslo' }),
    `with chosen as (select floor(total / 2.5) as bucket from invoice join customer using (customer_id) where city = 'Oslo')
    select bucket * 2.5 as "from", bucket * 2.5 + 2.5 as "to", (select count(*) from chosen where chosen.bucket = b.bucket) as count
    from generate_series((select min(bucket) from chosen), (select max(bucket) from chosen)) as b(bucket) order by b.bucket`,
  ],
]

const files: readonly Comparison[] = [
  [
    'an export of tracks as JSON',
    exported('track', 'json', { genreIds: [2] }, { sort: ['unitPrice', 'name,desc'] }),
    'select track_id, name, unit_price, bytes, album_id from track where genre_id = 2 order by unit_price, name desc, track_id desc',
  ],
  [
    'an export of prices as CSV',
    exported(
      'track',
      'csv',
      { 'playlists.playlistId IN': [4] },
      { fields: ['trackId', 'unitPrice', 'bytes', 'genreName'], sort: ['trackId'] },
    ),
    `select 'trackId,unitPrice,bytes,genreName' as line union all
    (select concat_ws(',', track_id, unit_price, coalesce(bytes::text, ''), coalesce(genre.name, '')) from track left join genre using (genre_id)
     where track_id in (select track_id from playlist_track where playlist_id = 4) order by track_id)`,
  ],
]

export const chinook: readonly Comparison[] = [
  ...filters,
  ...records,
  ...walks,
  ...choices,
  ...statistics,
  ...files,
]
