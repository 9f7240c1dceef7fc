-- Rows for pagila.sql, the same in every run: draw(seed, i, n) is a number from 0 to n - 1.
create function pg_temp.draw(seed text, i int, n int) returns int language sql immutable as
  $$ select ('x' || substr(md5(seed || i), 1, 7))::bit(28)::int % n $$;
create function pg_temp.one_of(words text[], seed text, i int) returns text language sql immutable as
  $$ select words[1 + pg_temp.draw(seed, i, cardinality(words))] $$;

insert into language (language_id, name, last_update)
select i, (array['English', 'Italian', 'Japanese', 'Mandarin', 'French', 'German'])[i],
       timestamptz '2021-03-06 15:51:49Z'
from generate_series(1, 6) i;

insert into category (category_id, name, last_update)
select i, (array['Action', 'Animation', 'Children', 'Classics', 'Comedy', 'Documentary', 'Drama', 'Family',
  'Foreign', 'Games', 'Horror', 'Music', 'New', 'Sci-Fi', 'Sports', 'Travel'])[i], timestamptz '2021-03-06 15:46:27Z'
from generate_series(1, 16) i;

insert into country (country_id, country, last_update)
select i, (array['Brazil', 'Canada', 'Côte d''Ivoire', 'Estonia', 'France', 'India', 'Japan', 'Österreich', 'Peru', 'Spain'])[i],
       timestamptz '2021-02-15 09:44:00Z'
from generate_series(1, 10) i;

insert into city (city_id, city, country_id, last_update)
select i, pg_temp.one_of(array['Aden', 'Belém', 'Cork', 'Delhi', 'Évora', 'Faro', 'Graz'], 'city', i)
         || case when i % 3 = 0 then ' ' || i else '' end,
       1 + pg_temp.draw('country', i, 9), timestamptz '2021-02-15 09:45:25Z' + i * interval '1 hour'
from generate_series(1, 40) i;

insert into address (address_id, address, address2, district, city_id, postal_code, phone, last_update)
select i, (1 + pg_temp.draw('house', i, 1900)) || ' ' || pg_temp.one_of(array['Main Road', 'Rua Nova', 'Lange Gasse'], 'road', i),
       case pg_temp.draw('flat', i, 4) when 0 then null when 1 then '' else 'Flat ' || i % 9 end,
       pg_temp.one_of(array['Alberta', 'Norte', 'Sul', 'QLD', ''], 'district', i),
       1 + pg_temp.draw('city', i, 38),
       case when pg_temp.draw('post', i, 5) > 0 then lpad((pg_temp.draw('code', i, 99999))::text, 5, '0') end,
       lpad(pg_temp.draw('phone', i, 100000000)::text, 12, '0'), timestamptz '2022-02-14 20:12:30.5Z'
from generate_series(1, 220) i;

-- Stores and their managers refer to each other.
with stores as (
  insert into store (store_id, manager_staff_id, address_id, last_update)
  select i, i, i, timestamptz '2022-02-15 09:57:12Z' from generate_series(1, 3) i)
insert into staff (staff_id, first_name, last_name, address_id, email, store_id, active, username, last_update)
select i, pg_temp.one_of(array['Mike', 'Jon', 'Zoë'], 'staff', i), pg_temp.one_of(array['Hillyer', 'Stephens'], 'staff', i),
       i, case when i % 4 > 0 then 'staff' || i || '@example.com' end, 1 + i % 3, i % 5 <> 0, 'user' || i,
       timestamptz '2022-05-16 16:13:11.79328Z'
from generate_series(1, 7) i;

insert into actor (actor_id, first_name, last_name, last_update)
select i, pg_temp.one_of(array['Penelope', 'Nick', 'Ed', 'ÉMILE', 'émile', 'Ed%', 'ED_', 'O''Neil', 'Uma'], 'first', i),
       pg_temp.one_of(array['Guiness', 'Wahlberg', 'Chase', 'Davis', 'Åkerman', 'back\slash'], 'last', i),
       timestamptz '2022-02-15 09:34:33Z' + pg_temp.draw('actor', i, 90) * interval '1 day'
from generate_series(1, 90) i;

insert into film (film_id, title, description, release_year, language_id, original_language_id, rental_duration,
  rental_rate, length, replacement_cost, rating, last_update, special_features)
select i,
  pg_temp.one_of(array['Academy', 'ACE', 'Adaptation', 'Affair', 'Été', 'été', '100% Gold', 'Snow_ball', 'Zorro'], 'title', i)
    || ' ' || pg_temp.one_of(array['Dinosaur', 'Goldfinger', 'Holes', 'Prejudice', 'Ark'], 'noun', i),
  case pg_temp.draw('about', i, 6) when 0 then null when 1 then ''
    else 'A ' || pg_temp.one_of(array['Epic', 'Fateful', 'Touching'], 'about', i) || ' Story of a Boat' end,
  case when pg_temp.draw('year', i, 8) > 0 then 1990 + pg_temp.draw('year', i, 33) end,
  1 + pg_temp.draw('language', i, 5),
  case when pg_temp.draw('dubbed', i, 4) = 0 then 1 + pg_temp.draw('original', i, 6) end,
  3 + pg_temp.draw('duration', i, 5),
  (array[0.99, 2.99, 4.99])[1 + pg_temp.draw('rate', i, 3)],
  case when pg_temp.draw('length', i, 9) > 0 then 46 + pg_temp.draw('length', i, 140) end,
  9.99 + pg_temp.draw('cost', i, 21),
  case when pg_temp.draw('rating', i, 10) > 0
    then (enum_range(null::mpaa_rating))[1 + pg_temp.draw('rated', i, 5)] end,
  timestamptz '2022-03-20 00:00:00Z' + pg_temp.draw('update', i, 2000) * interval '17 minutes 0.000001 seconds',
  case pg_temp.draw('features', i, 9)
    when 0 then null when 1 then '{}' when 2 then '{Trailers,NULL}' when 3 then '{"Behind the Scenes"}'
    when 4 then '{Commentaries,"Deleted Scenes"}' when 5 then '{Trailers,Trailers}' when 6 then '{"say \"hi\", {x}"}'
    else '{Trailers,Commentaries,"Behind the Scenes"}' end::text[]
from generate_series(1, 260) i;

insert into film_actor (film_id, actor_id, last_update)
select distinct 1 + pg_temp.draw('played', i, 250), 1 + pg_temp.draw('player', i, 85), timestamptz '2022-02-15 10:05:03Z'
from generate_series(1, 800) i;

insert into film_category (film_id, category_id, last_update)
select distinct 1 + pg_temp.draw('sorted', i, 255), 1 + pg_temp.draw('sort', i, 15), timestamptz '2022-02-15 10:07:09Z'
from generate_series(1, 380) i;

insert into inventory (inventory_id, film_id, store_id, last_update)
select i, 1 + pg_temp.draw('stock', i, 240), 1 + pg_temp.draw('store', i, 3), timestamptz '2022-02-15 10:09:17Z'
from generate_series(1, 420) i;

insert into customer (customer_id, store_id, first_name, last_name, email, address_id, activebool, create_date, last_update, active, uuid)
select i, 1 + pg_temp.draw('home', i, 2), pg_temp.one_of(array['Mary', 'MARY', 'Linda', 'José', 'Ana', 'O''Hara'], 'mary', i),
  pg_temp.one_of(array['Smith', 'Jones', 'Núñez', 'Brown'], 'smith', i),
  case when pg_temp.draw('mail', i, 6) > 0 then 'customer' || i || '@Example.org' end,
  8 + pg_temp.draw('lives', i, 200), pg_temp.draw('on', i, 5) > 0, date '2022-02-14' - pg_temp.draw('since', i, 400),
  case when pg_temp.draw('seen', i, 5) > 0
    then timestamptz '2022-02-15 09:57:20Z' + pg_temp.draw('seen', i, 800) * interval '1 hour' end,
  case when pg_temp.draw('act', i, 7) > 0 then pg_temp.draw('acts', i, 2) end, md5('customer' || i)::uuid
from generate_series(1, 180) i;

-- Around the days at which clocks change in March.
insert into rental (rental_id, rental_date, inventory_id, customer_id, return_date, staff_id, last_update, uuid)
select i, at, 1 + pg_temp.draw('rented', i, 400), 1 + pg_temp.draw('renter', i, 170),
  case when pg_temp.draw('back', i, 6) > 0 then at + pg_temp.draw('days', i, 240) * interval '1 hour' end,
  1 + pg_temp.draw('clerk', i, 6), timestamptz '2022-02-16 02:30:53Z', md5('rental' || i)::uuid
from generate_series(1, 900) i,
  lateral (select timestamptz '2022-01-01 00:00:00Z' + pg_temp.draw('at', i, 8640) * interval '15 minutes') as made(at);

insert into payment (payment_id, customer_id, staff_id, rental_id, amount, payment_date, uuid)
select rental_id, customer_id, staff_id, rental_id, (array[0, 0.99, 2.99, 4.99, 11.99])[1 + pg_temp.draw('paid', rental_id, 5)],
  least(rental_date + interval '1 hour', timestamptz '2022-03-31 23:00:00Z'), md5('payment' || rental_id)::uuid
from rental where rental_id % 2 = 0;

analyze;
