-- Rows for northwind.sql, the same in every run: draw(seed, i, n) is a number from 0 to n - 1.
create function pg_temp.draw(seed text, i int, n int) returns int language sql immutable as
  $$ select ('x' || substr(md5(seed || i), 1, 7))::bit(28)::int % n $$;
create function pg_temp.one_of(words text[], seed text, i int) returns text language sql immutable as
  $$ select words[1 + pg_temp.draw(seed, i, cardinality(words))] $$;
create function pg_temp.code(i int) returns text language sql immutable as
  $$ select chr(65 + i % 26) || chr(65 + i / 26 % 26) || upper(substr(md5('code' || i), 1, 1 + i % 3)) $$;

insert into region select i, (array['Eastern', 'Western', 'Northern', 'Southern'])[i] from generate_series(1, 4) i;

insert into territories
select lpad((i * 37)::text, 5, '0'), pg_temp.one_of(array['Westboro', 'Bedford', 'Georgetow', 'Boston'], 'territory', i),
       1 + pg_temp.draw('region', i, 3)
from generate_series(1, 50) i;

insert into us_states
select i, 'State ' || i, chr(64 + 1 + i % 26) || chr(64 + 1 + i / 26), pg_temp.one_of(array['south', 'north', 'west', 'east'], 'state', i)
from generate_series(1, 51) i;

insert into shippers select i, 'Shipper ' || i, case when i % 3 > 0 then '(503) 555-98' || i end from generate_series(1, 6) i;

insert into categories (category_id, category_name, description)
select i, (array['Beverages', 'Condiments', 'Confections', 'Dairy', 'Grains', 'Meat', 'Produce', 'Seafood'])[i],
       case when i % 4 > 0 then 'Category ' || i end
from generate_series(1, 8) i;

insert into suppliers (supplier_id, company_name, contact_name, city, region, country, homepage)
select i, pg_temp.one_of(array['Exotic', 'New Orleans', 'Tokyo', 'Crème'], 'supplier', i) || ' ' || i,
  case when pg_temp.draw('contact', i, 4) > 0 then 'Contact ' || i end,
  pg_temp.one_of(array['London', 'Osaka', 'Göteborg', 'Lyon'], 'supplied', i),
  case when pg_temp.draw('supplies', i, 3) = 0 then 'LA' end,
  pg_temp.one_of(array['UK', 'Japan', 'Sweden', 'France'], 'supplied', i),
  case when i % 5 = 0 then 'https://example.com/' || i end
from generate_series(1, 29) i;

-- Employees 1 and 2 report to nobody, the others to an earlier one.
insert into employees (employee_id, last_name, first_name, title, birth_date, hire_date, city, country, extension, notes, reports_to)
select i, pg_temp.one_of(array['Davolio', 'Fuller', 'Leverling', 'Peacock', 'Suyama'], 'employee', i), 'First ' || i,
  case when i % 7 > 0 then pg_temp.one_of(array['Sales Manager', 'Sales Representative', 'Vice President'], 'rank', i) end,
  case when i % 6 > 0 then date '1940-02-29' + pg_temp.draw('born', i, 14000) end,
  date '1992-04-01' + pg_temp.draw('hired', i, 900), pg_temp.one_of(array['Seattle', 'Tacoma', 'London'], 'desk', i),
  pg_temp.one_of(array['USA', 'UK'], 'land', i), lpad((i * 11)::text, 4, '0'),
  case when i % 3 = 0 then null else repeat('note ', i) end,
  case when i > 2 then 1 + pg_temp.draw('boss', i, least(i - 1, 12)) end
from generate_series(1, 40) i;

insert into employee_territories
select distinct 1 + pg_temp.draw('sells', i, 38), lpad(((1 + pg_temp.draw('sold', i, 45)) * 37)::text, 5, '0')
from generate_series(1, 90) i;

insert into customer_demographics select 'T' || i, case when i <> 3 then 'Type ' || i end from generate_series(1, 5) i;

insert into customers (customer_id, company_name, contact_name, contact_title, city, region, postal_code, country, phone)
select pg_temp.code(i), pg_temp.one_of(array['Alfreds', 'Blauer See', 'Océano', 'océano', 'B''s Beverages'], 'company', i) || ' ' || i % 40,
  case when pg_temp.draw('who', i, 5) > 0 then pg_temp.one_of(array['Maria', 'Ana', 'Thomas', 'Zbyszek'], 'whom', i) end,
  pg_temp.one_of(array['Owner', 'Sales Agent', 'Accounting Manager'], 'role', i),
  pg_temp.one_of(array['Berlin', 'México D.F.', 'London', 'Luleå', 'São Paulo'], 'town', i),
  case when pg_temp.draw('area', i, 3) = 0 then pg_temp.one_of(array['SP', 'BC', 'OR'], 'area', i) end,
  case when pg_temp.draw('zip', i, 9) > 0 then lpad(pg_temp.draw('zip', i, 99999)::text, 5, '0') end,
  pg_temp.one_of(array['Germany', 'Mexico', 'UK', 'Sweden', 'Brazil'], 'town', i), '0' || i
from generate_series(1, 95) i;

insert into customer_customer_demo
select distinct pg_temp.code(1 + pg_temp.draw('demo', i, 80)), 'T' || 1 + pg_temp.draw('demos', i, 4) from generate_series(1, 70) i;

insert into products (product_id, product_name, supplier_id, category_id, quantity_per_unit, unit_price, units_in_stock,
  units_on_order, reorder_level, discontinued)
select i, pg_temp.one_of(array['Chai', 'Chang', 'Aniseed Syrup', 'Ikura', 'Queso', 'Tofu', 'Pâté'], 'product', i) || ' ' || i % 30,
  case when pg_temp.draw('from', i, 8) > 0 then 1 + pg_temp.draw('from', i, 27) end,
  case when pg_temp.draw('of', i, 9) > 0 then 1 + pg_temp.draw('of', i, 7) end,
  case when i % 4 > 0 then (i % 12 + 1) || ' boxes' end,
  case when i % 11 > 0 then pg_temp.draw('price', i, 20000) / 100.0 end,
  case when i % 13 > 0 then pg_temp.draw('stock', i, 125) end, (pg_temp.draw('order', i, 4) * 10),
  case when i % 9 > 0 then pg_temp.draw('level', i, 6) * 5 end, pg_temp.draw('gone', i, 2)
from generate_series(1, 150) i;

insert into orders (order_id, customer_id, employee_id, order_date, required_date, shipped_date, ship_via, freight, ship_name,
  ship_city, ship_region, ship_country)
select 10000 + i, case when pg_temp.draw('buyer', i, 12) > 0 then pg_temp.code(1 + pg_temp.draw('buyer', i, 85)) end,
  case when pg_temp.draw('seller', i, 10) > 0 then 1 + pg_temp.draw('seller', i, 36) end, ordered, ordered + 28,
  case when pg_temp.draw('shipped', i, 6) > 0 then ordered + pg_temp.draw('shipped', i, 35) end,
  1 + pg_temp.draw('via', i, 5), pg_temp.draw('freight', i, 90000) / 100.0, 'Ship ' || pg_temp.draw('ship', i, 40),
  pg_temp.one_of(array['Reims', 'Münster', 'Rio de Janeiro', 'Lyon'], 'port', i),
  case when pg_temp.draw('shore', i, 3) = 0 then 'RJ' end, pg_temp.one_of(array['France', 'Germany', 'Brazil', 'France'], 'port', i)
from generate_series(1, 600) i,
  lateral (select case when pg_temp.draw('dated', i, 20) > 0 then date '1996-07-04' + pg_temp.draw('dated', i, 670) end) as made(ordered);

insert into order_details (order_id, product_id, unit_price, quantity, discount)
select distinct on (order_id, product_id) * from (
  select 10001 + pg_temp.draw('line', i, 590) as order_id, 1 + pg_temp.draw('item', i, 140) as product_id,
    pg_temp.draw('cost', i, 9000) / 100.0, 1 + pg_temp.draw('count', i, 60), (array[0, 0.05, 0.15, 0.25])[1 + pg_temp.draw('less', i, 4)]
  from generate_series(1, 900) i) as lines
order by order_id, product_id;

analyze;
