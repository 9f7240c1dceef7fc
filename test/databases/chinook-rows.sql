-- Rows for chinook.sql, the same in every run: draw(seed, i, n) is a number from 0 to n - 1.
create function pg_temp.draw(seed text, i int, n int) returns int language sql immutable as
  $$ select ('x' || substr(md5(seed || i), 1, 7))::bit(28)::int % n $$;
create function pg_temp.one_of(words text[], seed text, i int) returns text language sql immutable as
  $$ select words[1 + pg_temp.draw(seed, i, cardinality(words))] $$;

insert into artist select i, case when i % 9 > 0 then pg_temp.one_of(array['AC/DC', 'Accept', 'Björk', 'björk', 'Caetano'], 'artist', i)
  || case when i % 2 = 0 then ' ' || i else '' end end
from generate_series(1, 60) i;
insert into genre select i, (array['Rock', 'Jazz', 'Metal', 'Latin', 'Blues', 'Pop', 'Opera', null])[i] from generate_series(1, 8) i;
insert into media_type select i, 'Type ' || i from generate_series(1, 5) i;

insert into album select i, pg_temp.one_of(array['Let There Be', 'Balls to the', 'Big Ones', '50% Off', 'Olé'], 'album', i) || ' ' || i % 35,
  1 + pg_temp.draw('by', i, 55)
from generate_series(1, 120) i;

insert into track (track_id, name, album_id, media_type_id, genre_id, composer, milliseconds, bytes, unit_price)
select i, pg_temp.one_of(array['For Those About', 'Fast As', 'Restless', 'Princess', 'Ñandú', 'dog_eat_dog'], 'track', i) || ' ' || i % 50,
  case when pg_temp.draw('on', i, 9) > 0 then 1 + pg_temp.draw('on', i, 115) end, 1 + pg_temp.draw('medium', i, 4),
  case when pg_temp.draw('kind', i, 8) > 0 then 1 + pg_temp.draw('kind', i, 8) end,
  case when pg_temp.draw('wrote', i, 3) > 0 then pg_temp.one_of(array['Angus Young', 'F. Baltes', 'Steven Tyler', ''], 'wrote', i) end,
  1071 + pg_temp.draw('long', i, 500000), case when i % 10 > 0 then pg_temp.draw('size', i, 20000000) end,
  (array[0.99, 1.99])[1 + pg_temp.draw('costs', i, 2)]
from generate_series(1, 700) i;

insert into playlist select i, case when i <> 7 then pg_temp.one_of(array['Music', 'Movies', '90’s'], 'list', i) end from generate_series(1, 14) i;
insert into playlist_track
select distinct 1 + pg_temp.draw('listed', i, 12), 1 + pg_temp.draw('listing', i, 650) from generate_series(1, 900) i;

insert into employee (employee_id, last_name, first_name, title, reports_to, birth_date, hire_date, city, country, email)
select i, pg_temp.one_of(array['Adams', 'Edwards', 'Peacock', 'Park'], 'employee', i), 'First ' || i % 9,
  pg_temp.one_of(array['IT Staff', 'Sales Support Agent', 'Manager'], 'title', i),
  case when i > 1 then 1 + pg_temp.draw('boss', i, least(i - 1, 6)) end,
  timestamp '1947-09-19 00:00:00' + pg_temp.draw('born', i, 9000) * interval '1 day',
  timestamp '2002-04-01 08:30:00' + pg_temp.draw('hired', i, 800) * interval '1 hour',
  'Calgary', 'Canada', case when i % 4 > 0 then 'e' || i || '@chinookcorp.com' end
from generate_series(1, 25) i;

insert into customer (customer_id, first_name, last_name, company, city, state, country, postal_code, phone, email, support_rep_id)
select i, pg_temp.one_of(array['Luís', 'Leonie', 'François', 'Bjørn'], 'first', i), pg_temp.one_of(array['Gonçalves', 'Köhler', 'Hansen'], 'last', i),
  case when pg_temp.draw('firm', i, 3) = 0 then 'Company ' || i % 12 end, pg_temp.one_of(array['Oslo', 'Prague', 'Montréal'], 'city', i),
  case when pg_temp.draw('state', i, 4) = 0 then 'QC' end, pg_temp.one_of(array['Norway', 'Czech Republic', 'Canada'], 'city', i),
  lpad(pg_temp.draw('post', i, 9999)::text, 4, '0'), case when i % 6 > 0 then '+47 ' || i end, 'c' || i || '@example.net',
  case when pg_temp.draw('rep', i, 9) > 0 then 1 + pg_temp.draw('rep', i, 22) end
from generate_series(1, 130) i;

insert into invoice (invoice_id, customer_id, invoice_date, billing_city, billing_country, total)
select i, 1 + pg_temp.draw('bill', i, 120), timestamp '2009-01-01 00:00:00' + pg_temp.draw('billed', i, 1800) * interval '1 day 0.5 seconds',
  pg_temp.one_of(array['Oslo', 'Prague', null, 'Montréal'], 'paid', i), pg_temp.one_of(array['Norway', 'Czech Republic', null, 'Canada'], 'paid', i),
  pg_temp.draw('total', i, 2500) / 100.0
from generate_series(1, 400) i;

insert into invoice_line
select i, 1 + pg_temp.draw('of', i, 390), 1 + pg_temp.draw('sold', i, 680), (array[0.99, 1.99])[1 + pg_temp.draw('price', i, 2)],
  1 + pg_temp.draw('quantity', i, 4)
from generate_series(1, 800) i;

analyze;
