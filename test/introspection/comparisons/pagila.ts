/** Pagila: enums, arrays, domains, instants, many-to-many, deep paths. */
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

/** Films by a filter, in the default order. */
const films = (filter: Filter, where: string): Comparison => [
  `films with ${JSON.stringify(filter)}`,
  rows('film', filter),
  `select film_id, title from film f where ${where} order by title, film_id`,
]
const rentals = (filter: Filter, where: string): Comparison => [
  `rentals with ${JSON.stringify(filter)}`,
  rows('rental', filter),
  `select r.rental_id, rental_date from rental r where ${where} order by r.rental_id`,
]
const customers = (filter: Filter, where: string): Comparison => [
  `customers with ${JSON.stringify(filter)}`,
  rows('customer', filter, 'sort=customerId'),
  `select customer_id, email, uuid, active from customer c where ${where} order by customer_id`,
]

const actor = (condition: string): string =>
  `exists (select from film_actor l join actor a using (actor_id) where l.film_id = f.film_id and ${condition})`

const filters: readonly Comparison[] = [
  films({ title: 'été' }, `lower(title) like lower('%été%')`),
  films({ 'title STARTS_WITH': '100%' }, `lower(title) like '100\\%%'`),
  films({ 'title ENDS_WITH': 'ARK' }, `lower(title) like '%ark'`),
  films({ 'title NOT_LIKE': 'w_b' }, `lower(title) not like '%w\\_b%'`),
  films({ 'title EQUAL': 'ACE Holes' }, `title = 'ACE Holes'`),
  films({ 'title IN': ['ACE Ark', 'été Ark', 'none'] }, `title in ('ACE Ark', 'été Ark')`),
  films({ description: 'FATEFUL' }, `lower(description) like '%fateful%'`),
  films({ 'description EQUAL': '' }, `description = ''`),
  films({ 'description IS_NULL': true }, 'description is null'),
  films({ 'description NOT_LIKE': 'epic' }, `lower(description) not like '%epic%'`),
  films({ releaseYearBetween: [2000, 2010] }, 'release_year between 2000 and 2010'),
  films({ releaseYearBetween: [2010, 2000] }, 'release_year between 2000 and 2010'),
  films({ 'releaseYear NOT_BETWEEN': [1995, 2015] }, 'release_year not between 1995 and 2015'),
  films({ 'releaseYear NOT_IN': [1990, 2001] }, 'release_year not in (1990, 2001)'),
  films(
    { 'releaseYear BETWEEN_EXCLUSIVE': [2000, 2003] },
    'release_year > 2000 and release_year < 2003',
  ),
  films({ rentalRateBetween: ['0.99', 2.99] }, 'rental_rate between 0.99 and 2.99'),
  films({ 'rentalRate EQUAL': '4.990' }, 'rental_rate = 4.99'),
  films({ 'replacementCost GREATER_THAN': 28.99 }, 'replacement_cost > 28.99'),
  films({ 'replacementCost OUTSIDE_RANGE': [11, 28] }, 'replacement_cost not between 11 and 28'),
  films({ 'length LESS_OR_EQUAL': 60 }, 'length <= 60'),
  films(
    { 'length IS_NULL': true, 'title LIKE': 'a' },
    `length is null and lower(title) like '%a%'`,
  ),
  films({ lengthHoursBetween: [2.5, null] }, 'round(length / 60.0, 2) >= 2.5'),
  films({ rating: ['PG-13', 'NC-17'] }, `rating in ('PG-13', 'NC-17')`),
  films({ 'rating NOT_EQUAL': 'G' }, `rating <> 'G'`),
  films({ 'rating IS_NOT_NULL': true }, 'rating is not null'),
  films({ specialFeatures: ['Commentaries'] }, `'Commentaries' = any(special_features)`),
  films(
    { specialFeatures: ['Deleted Scenes', 'say "hi", {x}'] },
    `special_features && array['Deleted Scenes', 'say "hi", {x}']`,
  ),
  films(
    { 'specialFeatures NOT_IN': ['Trailers'] },
    `array_position(special_features, 'Trailers') is null and special_features is not null`,
  ),
  films(
    { 'specialFeatures SIZE_EQ': 1 },
    `special_features in ('{"Behind the Scenes"}', '{Trailers,NULL}', '{"say \\"hi\\", {x}"}')`,
  ),
  films({ 'specialFeatures SIZE_GT': 1 }, 'cardinality(array_remove(special_features, null)) > 1'),
  films({ 'specialFeatures SIZE_EQ': 0 }, `special_features = '{}'`),
  films({ 'specialFeatures IS_NULL': true }, 'special_features is null'),
  films({ languageIds: [1, 3] }, 'language_id in (1, 3)'),
  films(
    { 'language.name LIKE': 'an' },
    `language_id in (select language_id from language where name ilike '%an%')`,
  ),
  films({ 'originalLanguage IS_NULL': true }, 'original_language_id is null'),
  films(
    { 'originalLanguage.name NOT_EQUAL': 'French' },
    `original_language_id in (select language_id from language where name <> 'French')`,
  ),
  films({ actorIds: [1, 5, 7] }, actor('a.actor_id in (1, 5, 7)')),
  films({ 'actors.lastName EQUAL': 'back\\slash' }, actor(`a.last_name = 'back\\slash'`)),
  films({ 'actors.firstName NOT_EQUAL': 'Ed%' }, actor(`a.first_name <> 'Ed%'`)),
  films(
    { 'actors SIZE_GT': 4 },
    '(select count(*) from film_actor l where l.film_id = f.film_id) > 4',
  ),
  films(
    { 'categories SIZE_EQ': 0 },
    'not exists (select from film_category l where l.film_id = f.film_id)',
  ),
  films(
    { 'categories.name IN': ['Drama', 'Music'], rating: ['R'] },
    `rating = 'R' and film_id in (
       select film_id from film_category join category using (category_id) where name in ('Drama', 'Music'))`,
  ),
  films(
    { 'inventories.store.storeId EQUAL': 2 },
    'film_id in (select film_id from inventory where store_id = 2)',
  ),
  films(
    { 'inventories.rentals.customer.firstName EQUAL': 'José' },
    `film_id in (select film_id from inventory join rental using (inventory_id)
       join customer using (customer_id) where first_name = 'José')`,
  ),
  films(
    { 'actors.films.title EQUAL': 'ACE Ark' },
    actor(
      `a.actor_id in (select actor_id from film_actor join film o using (film_id) where o.title = 'ACE Ark')`,
    ),
  ),
  films(
    { lastUpdateBetween: ['2022-03-27', '2022-03-28'] },
    `last_update >= '2022-03-27 00:00Z' and last_update < '2022-03-29 00:00Z'`,
  ),

  rentals(
    { rentalDateBetween: ['2022-03-13T10:30:00+02:00', '2022-03-13T23:00:00Z'] },
    `rental_date between '2022-03-13 08:30Z' and '2022-03-13 23:00Z'`,
  ),
  rentals(
    { 'rentalDate ON_DATE': '2022-02-28' },
    `rental_date >= '2022-02-28 00:00Z' and rental_date < '2022-03-01 00:00Z'`,
  ),
  rentals({ 'returnDate IS_NULL': true }, 'return_date is null'),
  rentals(
    { 'returnDate OUTSIDE_RANGE': ['2022-01-10', '2022-03-20'] },
    `return_date < '2022-01-10 00:00Z' or return_date >= '2022-03-21 00:00Z'`,
  ),
  rentals({ 'uuid EQUAL': 'E4FC3AF5-0700-F666-1F3F-0FDB58B5A8D7' }, `uuid = md5('rental7')::uuid`),
  rentals(
    { 'inventory.film.language.name EQUAL': 'Italian', 'staff.active IS_FALSE': true },
    `exists (select from inventory join film using (film_id) join language using (language_id)
       where inventory_id = r.inventory_id and name = 'Italian')
     and exists (select from staff s where s.staff_id = r.staff_id and not active)`,
  ),
  rentals(
    { 'customer.address.city.country.country STARTS_WITH': 'c' },
    `customer_id in (select customer_id from customer join address using (address_id)
       join city using (city_id) join country using (country_id) where lower(country) like 'c%')`,
  ),

  customers({ 'activebool IS_TRUE': true }, 'activebool'),
  customers({ activebool: false }, 'not activebool'),
  customers({ 'active IS_NULL': true }, 'active is null'),
  customers(
    { 'email LIKE': '@EXAMPLE.ORG', 'active EQUAL': 1 },
    'email is not null and active = 1',
  ),
  customers({ createDateBetween: ['2021-06-01', null] }, `create_date >= '2021-06-01'`),
  customers({ 'createDate ON_DATE': '2022-02-14' }, `create_date = '2022-02-14'`),
  customers(
    { 'lastUpdate LESS_THAN': '2022-02-20T09:57:20Z' },
    `last_update < '2022-02-20 09:57:20Z'`,
  ),
  customers(
    { 'address.address2 IS_NULL': true },
    'address_id in (select address_id from address where address2 is null)',
  ),
  customers(
    { 'rentals SIZE_GT': 7 },
    '(select count(*) from rental r where r.customer_id = c.customer_id) > 7',
  ),
  customers(
    { 'rentals.staff.lastName EQUAL': 'Hillyer', 'rentals SIZE_LT': 4 },
    `exists (select from rental r join staff using (staff_id)
       where r.customer_id = c.customer_id and staff.last_name = 'Hillyer')
     and (select count(*) from rental r where r.customer_id = c.customer_id) < 4`,
  ),
]

/** Payments are partitioned by a part of their key. */
const partitions: readonly Comparison[] = [
  [
    'payments of two months',
    rows('payment', {
      paymentDateBetween: ['2022-01-15', '2022-02-20'],
      amountBetween: [4.99, null],
    }),
    `select payment_id, payment_date, amount, customer_id, uuid from payment
     where payment_date >= '2022-01-15 00:00Z' and payment_date < '2022-02-21 00:00Z' and amount >= 4.99
     order by payment_date, payment_id`,
  ],
  [
    'payments of nothing',
    rows('payment', { 'amount EQUAL': 0 }, 'sort=customerId,desc'),
    'select payment_id, customer_id, amount from payment where amount = 0 order by customer_id desc, payment_date desc, payment_id desc',
  ],
  [
    'a walk through payments over all partitions',
    walk('payment', {}, 'sort=amount', 60),
    'select payment_id, amount from payment order by amount, payment_date, payment_id',
  ],
  [
    'the sum of payments of each month',
    series('payment', 'paymentDate', {
      ...{ granularity: 'MONTH', metric: { operation: 'SUM', field: 'amount' } },
    }),
    `select date_trunc('month', payment_date at time zone 'UTC')::date as start, count(*) as count, sum(amount) as value
     from payment group by 1 order by 1`,
  ],
  [
    'a histogram of payments',
    histogram(
      'payment',
      'amount',
      { bucketSize: 3 },
      { 'paymentDate LESS_THAN': '2022-02-01T00:00:00Z' },
    ),
    `with chosen as (select floor(amount / 3) as bucket from payment where payment_date < '2022-02-01 00:00Z')
     select bucket * 3 as "from", (select count(*) from chosen where chosen.bucket = b.bucket) as count
     from generate_series((select min(bucket) from chosen), (select max(bucket) from chosen)) as b(bucket) order by b.bucket`,
  ],
]

const records: readonly Comparison[] = [
  [
    'a film with its languages, actors and categories',
    rows('film', {}, 'sort=filmId'),
    `select film_id, title, description, release_year, rental_rate, length, replacement_cost, rating, f.last_update,
       case when special_features is not null then
         (select coalesce(json_agg(s), '[]') from unnest(special_features) s where s is not null) end as special_features,
       f.language_id, l.name as language_name, original_language_id, o.name as original_language_name,
       round(length / 60.0, 2) as length_hours,
       (select coalesce(json_agg(actor_id order by actor_id), '[]') from film_actor where film_id = f.film_id) as actor_ids,
       (select coalesce(json_agg(category_id order by category_id), '[]') from film_category where film_id = f.film_id) as category_ids
     from film f join language l on l.language_id = f.language_id
     left join language o on o.language_id = original_language_id order by film_id`,
  ],
  [
    'all addresses',
    everything('address'),
    'select address_id, address, address2, district, postal_code, phone, city_id, last_update from address order by address_id',
  ],
  [
    'staff without secrets',
    everything('staff'),
    'select staff_id, first_name, last_name, email, active, username, store_id, last_update from staff order by last_name, staff_id',
  ],
  [
    'customers by ids, in the requested order',
    byIds('customer', 17, 3, 999, 17),
    'select c.customer_id, c.uuid, c.email from unnest(array[17, 3, 17]) with ordinality as wanted(id, n) join customer c on c.customer_id = id order by n',
  ],
  [
    'the second page of films by length, longest first',
    page('film', {}, 'sort=length,desc&sort=title&size=20&page=1'),
    'select film_id, length from film order by length desc nulls last, title, film_id limit 20 offset 20',
  ],
  [
    'the last pages, where a length is missing',
    page('film', {}, 'sort=length&size=20&page=12'),
    'select film_id, length from film order by length nulls last, film_id limit 20 offset 240',
  ],
  [
    'films by the name of their original language',
    rows('film', {}, 'sort=originalLanguageName,desc&sort=rentalRate'),
    `select film_id, name as original_language_name from film left join language on language.language_id = original_language_id
     order by name desc nulls last, rental_rate, film_id`,
  ],
  [
    'films by rating, which is ordered as the enum type is',
    rows('film', {}, 'sort=rating&sort=filmId,desc'),
    'select film_id, rating from film order by rating nulls last, film_id desc',
  ],
  [
    'rentals by the city of the customer, a filter field',
    rows(
      'rental',
      { 'customer.address.city.city LIKE': 'a' },
      'sort=customer_address_city_city_LIKE',
    ),
    `select rental_id from rental join customer using (customer_id) join address using (address_id) join city using (city_id)
     where lower(city) like '%a%' order by city, rental_id`,
  ],
]

const walks: readonly Comparison[] = [
  [
    'a walk through films by length',
    walk('film', {}, 'sort=length', 17),
    'select film_id, length from film order by length nulls last, film_id',
  ],
  [
    'a walk through films by rating and rate in two directions',
    walk('film', { 'actors SIZE_GT': 2 }, 'sort=rating,desc&sort=rentalRate', 11),
    `select film_id from film f where (select count(*) from film_actor l where l.film_id = f.film_id) > 2
     order by rating desc nulls last, rental_rate, film_id`,
  ],
  [
    'a walk through rentals by an instant with equal values',
    walk('rental', {}, 'sort=rentalDate,desc', 120),
    'select rental_id, rental_date from rental order by rental_date desc, rental_id desc',
  ],
  [
    'a walk through customers by uuid',
    walk('customer', { activebool: true }, 'sort=uuid', 13),
    'select customer_id, uuid from customer where activebool order by uuid',
  ],
  [
    'a walk through films by the name of a missing relation',
    walk('film', {}, 'sort=originalLanguageName&sort=title,desc', 31),
    `select film_id from film left join language on language.language_id = original_language_id
     order by name nulls last, title desc, film_id desc`,
  ],
  [
    'the position of a film',
    located('film', { rating: ['PG', 'R'] }, 'sort=title,desc', 77),
    `select count(*) as position from film, (select title, film_id from film where film_id = 77) as it
     where rating in ('PG', 'R') and (film.title, film.film_id) > (it.title, it.film_id)`,
  ],
]

const choices: readonly Comparison[] = [
  [
    'films as options',
    options('film', { rating: ['G'] }),
    `select film_id as id, title as label from film where rating = 'G' order by title, film_id`,
  ],
  [
    'films as options, searched',
    options('film', {}, 'OW_'),
    `select film_id as id, title as label from film where lower(title) like '%ow\\_%' order by title, film_id`,
  ],
  [
    'the original languages that films have',
    source('film', 'originalLanguages', { 'rentalRate EQUAL': 0.99 }),
    `select language_id as id, name as label from language
     where language_id in (select original_language_id from film where rental_rate = 0.99) order by name, language_id`,
  ],
  [
    'languages, searched and sorted by id',
    source('film', 'languages', {}, { search: 'n', sort: 'id,desc' }),
    `select language_id as id, name as label from language where name ilike '%n%' order by language_id desc`,
  ],
]

const statistics: readonly Comparison[] = [
  [
    'films by rating',
    groups('film', 'rating', { orderBy: 'KEY_ASC' }),
    'select rating as key, count(*) as count, count(*) as value from film group by rating order by rating nulls last',
  ],
  [
    'films by language with several metrics',
    groups('film', 'language', {
      orderBy: 'LABEL_DESC',
      metrics: [
        { operation: 'SUM', field: 'replacementCost', alias: 'cost' },
        { operation: 'AVG', field: 'length', alias: 'length' },
        { operation: 'MIN', field: 'releaseYear', alias: 'first' },
        { operation: 'MAX', field: 'rentalRate', alias: 'rate' },
      ],
    }),
    `select language_id as key, name as label, count(*) as count, json_build_object('cost', sum(replacement_cost),
       'length', avg(length)::float8, 'first', min(release_year), 'rate', max(rental_rate)) as values
     from film join language using (language_id) group by language_id, name order by name desc`,
  ],
  [
    'films by original language, most expensive first',
    groups(
      'film',
      'originalLanguage',
      { metric: { operation: 'AVG', field: 'replacementCost' }, limit: 3 },
      { 'originalLanguage IS_NOT_NULL': true },
    ),
    `select original_language_id as key, avg(replacement_cost)::float8 as value, count(*) as count from film
     where original_language_id is not null group by 1 order by 2 desc, 1 limit 3`,
  ],
  [
    'films by rating through a many-to-many filter',
    groups('film', 'rating', {}, { 'actors.lastName EQUAL': 'Davis' }),
    `select rating as key, count(*) as count from film f where ${actor(`a.last_name = 'Davis'`)}
     group by rating order by count(*) desc, rating nulls last`,
  ],
  [
    'terms of ratings',
    terms('film', 'rating', { orderBy: 'VALUE_ASC' }),
    'select rating as key, count(*) as value from film group by rating order by count(*), rating nulls last',
  ],
  [
    'rentals of each month',
    series('rental', 'rentalDate', { granularity: 'MONTH' }),
    `select to_char(date_trunc('month', rental_date at time zone 'UTC'), 'YYYY-MM-DD') as start, count(*) as count
     from rental group by 1 order by 1`,
  ],
  [
    'rentals of each week in a zone whose clocks change',
    series('rental', 'rentalDate', { granularity: 'WEEK', timeZone: 'Europe/Lisbon' }),
    `select to_char(date_trunc('week', rental_date at time zone 'Europe/Lisbon'), 'YYYY-MM-DD') as start, count(*) as count
     from rental group by 1 order by 1`,
  ],
  [
    'returns of each day, with gaps filled',
    series('rental', 'returnDate', {
      ...{ granularity: 'DAY', from: '2022-03-25', to: '2022-04-08', fillGaps: true },
    }),
    `select to_char(day, 'YYYY-MM-DD') as start, to_char(day, 'YYYY-MM-DD') as "end", count(rental_id) as count
     from generate_series(timestamp '2022-03-25', '2022-04-08', '1 day') day
     left join rental on (return_date at time zone 'UTC')::date = day::date group by day order by day`,
  ],
  [
    'customers since, by month, with the sum of a measure',
    series('customer', 'createDate', {
      ...{ granularity: 'MONTH', metric: { operation: 'SUM', field: 'active' } },
    }),
    `select to_char(date_trunc('month', create_date), 'YYYY-MM-DD') as start, count(*) as count, coalesce(sum(active), 0) as value
     from customer group by 1 order by 1`,
  ],
  [
    'a histogram of lengths',
    histogram('film', 'length', { bucketSize: 25 }),
    `select bucket * 25 as "from", bucket * 25 + 25 as "to", count(film_id) as count
     from generate_series((select min(length) / 25 from film), (select max(length) / 25 from film)) bucket
     left join film on length / 25 = bucket group by bucket order by bucket`,
  ],
  [
    'a histogram of costs in decimals',
    histogram('film', 'replacementCost', { bucketSize: '2.5' }, { rating: ['G', 'PG'] }),
    `with chosen as (select floor(replacement_cost / 2.5) as bucket from film where rating in ('G', 'PG'))
     select bucket * 2.5 as "from", count(chosen.bucket) as count
     from generate_series((select min(bucket) from chosen), (select max(bucket) from chosen)) as all_of(bucket)
     left join chosen using (bucket) group by bucket order by bucket`,
  ],
]

const files: readonly Comparison[] = [
  [
    'an export of films as JSON',
    exported('film', 'json', { rating: ['NC-17'] }, { sort: ['rentalRate,desc', 'title'] }),
    `select film_id, title, rental_rate, rating, language_id from film where rating = 'NC-17'
     order by rental_rate desc, title, film_id`,
  ],
  [
    'an export of films as CSV',
    exported(
      'film',
      'csv',
      { 'length IS_NULL': true },
      {
        fields: ['filmId', 'rentalRate', 'length', 'lastUpdate', 'languageName'],
        sort: ['filmId'],
      },
    ),
    `select 'filmId,rentalRate,length,lastUpdate,languageName' as line union all
     (select concat_ws(',', film_id, rental_rate, '',
        regexp_replace(to_json(f.last_update at time zone 'UTC') #>> '{}', '$', 'Z'), name)
      from film f join language using (language_id) where length is null order by film_id)`,
  ],
  [
    'an export of arrays as CSV',
    exported(
      'film',
      'csv',
      { 'specialFeatures SIZE_GT': 1 },
      { fields: ['filmId', 'specialFeatures'], sort: ['filmId,desc'] },
    ),
    `select 'filmId,specialFeatures' as line union all
     (select film_id || ',"' || replace(replace(array_to_json(special_features)::text, ' ", "', '","'), '"', '""') || '"'
      from film where cardinality(special_features) > 1 and array_position(special_features, null) is null order by film_id desc)`,
  ],
]

export const pagila: readonly Comparison[] = [
  ...filters,
  ...partitions,
  ...records,
  ...walks,
  ...choices,
  ...statistics,
  ...files,
]
