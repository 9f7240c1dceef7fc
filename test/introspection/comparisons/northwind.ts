/** Northwind: text keys, self references, dates without a value, foreign keys that may be null. */
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

const orders = (filter: Filter, where: string): Comparison => [
  `orders with ${JSON.stringify(filter)}`,
  rows('orders', filter),
  `select order_id, order_date, customer_id, ship_via from orders o where ${where} order by order_id`,
]
const employees = (filter: Filter, where: string): Comparison => [
  `employees with ${JSON.stringify(filter)}`,
  rows('employees', filter, 'sort=employeeId'),
  `select employee_id, reports_to, title, hire_date from employees e where ${where} order by employee_id`,
]
const customers = (filter: Filter, where: string): Comparison => [
  `customers with ${JSON.stringify(filter)}`,
  rows('customers', filter, 'sort=customerId'),
  `select customer_id, company_name, region from customers c where ${where} order by customer_id`,
]
const products = (filter: Filter, where: string): Comparison => [
  `products with ${JSON.stringify(filter)}`,
  rows('products', filter, 'sort=productId'),
  `select product_id, product_name, units_in_stock, category_id from products p where ${where} order by product_id`,
]

/** The lines of orders, whose key is an order and a product. */
const lines = (filter: Filter, where: string): Comparison => [
  `order details with ${JSON.stringify(filter)}`,
  rows('order-details', filter),
  `select order_id, product_id, quantity, unit_price, discount from order_details d
   where ${where} order by order_id, product_id`,
]

const ordersOf = (alias: string, key: string, condition = 'true'): string =>
  `(select count(*) from orders o where o.${key} = ${alias}.${key} and ${condition})`

const filters: readonly Comparison[] = [
  orders(
    { orderDateBetween: ['1997-01-01', '1997-03-31'] },
    `order_date between '1997-01-01' and '1997-03-31'`,
  ),
  orders({ orderDateBetween: { to: '1996-07-20' } }, `order_date <= '1996-07-20'`),
  orders({ 'orderDate IS_NULL': true }, 'order_date is null'),
  orders(
    { 'orderDate NOT_BETWEEN': ['1996-09-01', '1998-03-01'] },
    `order_date < '1996-09-01' or order_date > '1998-03-01'`,
  ),
  orders({ 'shippedDate ON_DATE': '1997-11-04' }, `shipped_date = '1997-11-04'`),
  orders(
    { 'shippedDate IN': ['1997-08-25', '1997-06-01', '1997-04-04'] },
    `shipped_date in ('1997-08-25', '1997-06-01', '1997-04-04')`,
  ),
  orders({ 'shippedDate GREATER_OR_EQUAL': '1998-04-01' }, `shipped_date >= '1998-04-01'`),
  orders(
    { 'shippedDate IS_NULL': true, 'orderDate IS_NOT_NULL': true },
    'shipped_date is null and order_date is not null',
  ),
  orders({ customerIds: ['DAE', 'BB3', 'none'] }, `customer_id in ('DAE', 'BB3', 'none')`),
  orders({ 'customer IS_NULL': true }, 'customer_id is null'),
  orders({ 'customer.customerId NOT_IN': ['BB3'] }, `customer_id <> 'BB3'`),
  orders(
    { 'customer.city EQUAL': 'Luleå' },
    `customer_id in (select customer_id from customers where city = 'Luleå')`,
  ),
  orders(
    { 'customer.region IS_NULL': true },
    `not exists (select from customers c where c.customer_id = o.customer_id and region is not null)`,
  ),
  orders(
    { 'customer.companyName STARTS_WITH': "b's" },
    `customer_id in (select customer_id from customers where company_name ilike 'b''s%')`,
  ),
  orders({ employeeIds: [4, 7] }, 'employee_id in (4, 7)'),
  orders(
    { 'employee.reportsTo.employeeId EQUAL': 6 },
    'employee_id in (select employee_id from employees where reports_to = 6)',
  ),
  orders(
    { 'employee.reportsTo.lastName EQUAL': 'Fuller' },
    `employee_id in (select e.employee_id from employees e join employees m on m.employee_id = e.reports_to where m.last_name = 'Fuller')`,
  ),
  orders(
    { 'employee.territories.region.regionDescription EQUAL': 'Western' },
    `employee_id in (select employee_id from employee_territories join territories using (territory_id)
       join region using (region_id) where region_description = 'Western')`,
  ),
  orders(
    { shipVia: [2], 'shipCountry EQUAL': 'Brazil' },
    `ship_via = 2 and ship_country = 'Brazil'`,
  ),
  orders(
    { 'shipVia.phone IS_NULL': true },
    'ship_via in (select shipper_id from shippers where phone is null)',
  ),
  orders({ freightBetween: [100.25, 200] }, 'freight between 100.25 and 200'),
  orders({ 'freight LESS_THAN': 12.5 }, 'freight < 12.5'),
  orders({ shipCity: 'MÜN' }, `lower(ship_city) like lower('%mün%')`),
  orders({ 'shipRegion NOT_EQUAL': 'XX' }, 'ship_region is not null'),
  orders(
    { 'customer.customerTypes.customerTypeId IN': ['T2', 'T4'] },
    `customer_id in (select customer_id from customer_customer_demo where customer_type_id in ('T2', 'T4'))`,
  ),
  orders(
    { 'customer.orders SIZE_GT': 8 },
    `${ordersOf('o', 'customer_id').replace('orders o where o.customer_id = o.', 'orders i where i.customer_id = o.')} > 8`,
  ),

  employees({ 'reportsTo IS_NULL': true }, 'reports_to is null'),
  employees({ reportsTo: [1, 2] }, 'reports_to in (1, 2)'),
  employees(
    { 'reportsTo.reportsTo.employeeId EQUAL': 1 },
    'reports_to in (select employee_id from employees where reports_to = 1)',
  ),
  employees(
    { 'reportsTo.hireDate GREATER_THAN': '1993-06-01' },
    `reports_to in (select employee_id from employees where hire_date > '1993-06-01')`,
  ),
  employees(
    { 'employeesByReportsTo SIZE_GT': 2 },
    '(select count(*) from employees r where r.reports_to = e.employee_id) > 2',
  ),
  employees(
    { 'employeesByReportsTo.title LIKE': 'manager' },
    `exists (select from employees r where r.reports_to = e.employee_id and r.title ilike '%manager%')`,
  ),
  employees(
    { 'employeesByReportsTo.employeesByReportsTo SIZE_EQ': 1 },
    `exists (select from employees r where r.reports_to = e.employee_id
       and (select count(*) from employees g where g.reports_to = r.employee_id) = 1)`,
  ),
  employees(
    { territoryIds: ['00037', '00370', '01480'] },
    `employee_id in (select employee_id from employee_territories where territory_id in ('00037', '00370', '01480'))`,
  ),
  employees(
    { 'territories SIZE_LT': 2 },
    '(select count(*) from employee_territories t where t.employee_id = e.employee_id) < 2',
  ),
  employees(
    { 'orders.shippedDate IS_NULL': true, country: 'uk' },
    `country = 'UK' and ${ordersOf('e', 'employee_id', 'shipped_date is null')} > 0`,
  ),
  employees({ birthDateBetween: ['1940-02-29', '1955-12-31'] }, `birth_date <= '1955-12-31'`),
  employees({ 'birthDate IS_NULL': true }, 'birth_date is null'),
  employees({ extension: '0044' }, `extension = '0044'`),
  employees({ 'notes ENDS_WITH': 'note note ' }, `notes like '%note note '`),
  employees({ 'title NOT_IN': ['Vice President'] }, `title <> 'Vice President'`),

  customers({ companyName: 'OCÉANO' }, `lower(company_name) like lower('%océano%')`),
  customers(
    { 'region IS_NOT_NULL': true, 'city NOT_EQUAL': 'London' },
    `region is not null and city <> 'London'`,
  ),
  customers({ 'customerId STARTS_WITH': 'b' }, `customer_id ilike 'b%'`),
  customers({ 'orders SIZE_EQ': 0 }, `${ordersOf('c', 'customer_id')} = 0`),
  customers(
    { 'orders.orderDate BETWEEN': ['1998-01-01', '1998-01-15'] },
    `${ordersOf('c', 'customer_id', `order_date between '1998-01-01' and '1998-01-15'`)} > 0`,
  ),
  customers(
    { 'orders.employee.reportsTo IS_NULL': true },
    `exists (select from orders o left join employees e using (employee_id) where o.customer_id = c.customer_id and e.reports_to is null)`,
  ),
  customers(
    { 'customerTypes.customerDesc IS_NULL': true },
    `customer_id in (select customer_id from customer_customer_demo join customer_demographics using (customer_type_id) where customer_desc is null)`,
  ),
  customers({ 'postalCode IS_NULL': true }, 'postal_code is null'),

  products({ unitPriceBetween: [null, 15.5] }, 'unit_price <= 15.5'),
  products({ 'unitPrice IS_NULL': true }, 'unit_price is null'),
  products({ unitsInStockBetween: [0, 10] }, 'units_in_stock between 0 and 10'),
  products({ 'unitsInStock LESS_THAN': 70000 }, 'units_in_stock is not null'),
  products({ 'unitsInStock IS_NULL': true }, 'units_in_stock is null'),
  products(
    { 'category.categoryName IN': ['Dairy', 'Meat'] },
    `category_id in (select category_id from categories where category_name in ('Dairy', 'Meat'))`,
  ),
  products(
    { 'category IS_NULL': true, 'supplier IS_NOT_NULL': true },
    'category_id is null and supplier_id is not null',
  ),
  products(
    { 'supplier.country NOT_LIKE': 'a' },
    `supplier_id in (select supplier_id from suppliers where country not ilike '%a%')`,
  ),
  products(
    { 'supplier.homepage IS_NULL': true, productName: 'pât' },
    `lower(product_name) like lower('%pât%')
     and not exists (select from suppliers s where s.supplier_id = p.supplier_id and homepage is not null)`,
  ),
  products(
    { 'discontinued EQUAL': 1, 'reorderLevel NOT_IN': [0, 25] },
    'discontinued = 1 and reorder_level not in (0, 25)',
  ),
]

const compositeKeys: readonly Comparison[] = [
  lines({ quantityBetween: [50, null] }, 'quantity >= 50'),
  lines(
    { discountBetween: [0.15, 0.2], unitPriceBetween: [80, null] },
    'discount = 0.15::real and unit_price >= 80',
  ),
  lines(
    { 'order.customer.city EQUAL': 'London', 'product.category IS_NULL': true },
    `order_id in (select order_id from orders join customers using (customer_id) where city = 'London')
     and product_id in (select product_id from products where category_id is null)`,
  ),
  lines({ orderIds: [10005, 10017, 10100] }, 'order_id in (10005, 10017, 10100)'),
  orders(
    { 'orderDetails SIZE_GT': 3 },
    '(select count(*) from order_details d where d.order_id = o.order_id) > 3',
  ),
  orders(
    { 'orderDetails.quantity GREATER_THAN': 57 },
    'order_id in (select order_id from order_details where quantity > 57)',
  ),
  orders(
    { 'orderDetails.product.supplier.country EQUAL': 'Japan', 'orderDetails SIZE_EQ': 1 },
    `order_id in (select order_id from order_details join products using (product_id)
       join suppliers using (supplier_id) where country = 'Japan')
     and (select count(*) from order_details d where d.order_id = o.order_id) = 1`,
  ),
  products(
    { 'orderDetails.order.shipVia.shipperId EQUAL': 1, 'orderDetails SIZE_LT': 4 },
    `product_id in (select product_id from order_details join orders using (order_id) where ship_via = 1)
     and (select count(*) from order_details d where d.product_id = p.product_id) < 4`,
  ),
  [
    'a walk through order details by their key',
    walk('order-details', {}, '', 70),
    'select order_id, product_id from order_details order by order_id, product_id',
  ],
  [
    'a walk through order details by quantity, downwards',
    walk('order-details', { 'order.shippedDate IS_NULL': true }, 'sort=quantity,desc', 20),
    `select order_id, product_id, quantity from order_details
     where order_id in (select order_id from orders where shipped_date is null)
     order by quantity desc, order_id desc, product_id desc`,
  ],
  [
    'the quantity of each product',
    groups('order-details', 'product', {
      ...{ metric: { operation: 'SUM', field: 'quantity' }, limit: 12 },
    }),
    `select product_id as key, sum(quantity) as value, count(*) as count from order_details
     group by product_id order by 2 desc, 1 limit 12`,
  ],
  [
    'a histogram of quantities',
    histogram('order-details', 'quantity', { bucketSize: 10 }, { discountBetween: [0.25, null] }),
    `with chosen as (select quantity / 10 as bucket from order_details where discount >= 0.25)
     select bucket * 10 as "from", bucket * 10 + 10 as "to", (select count(*) from chosen where chosen.bucket = b.bucket) as count
     from generate_series((select min(bucket) from chosen), (select max(bucket) from chosen)) as b(bucket) order by b.bucket`,
  ],
  [
    'an export of order details',
    exported(
      'order-details',
      'json',
      { 'product.productName LIKE': 'pâté' },
      { sort: ['quantity'] },
    ),
    `select order_id, product_id, quantity, discount from order_details join products using (product_id)
     where lower(product_name) like '%pâté%' order by quantity, order_id, product_id`,
  ],
]

const records: readonly Comparison[] = [
  [
    'orders with customer, employee and shipper',
    rows('orders', {}, 'sort=customerCompanyName,desc&sort=orderDate'),
    `select order_id, order_date, shipped_date, o.customer_id, c.company_name as customer_company_name, o.employee_id,
       e.last_name as employee_last_name, ship_via, s.company_name as ship_via_company_name
     from orders o left join customers c using (customer_id) left join employees e using (employee_id)
     left join shippers s on s.shipper_id = ship_via
     order by c.company_name desc nulls last, order_date nulls last, order_id`,
  ],
  [
    'employees with their manager and territories',
    everything('employees'),
    `select e.employee_id, e.last_name, e.reports_to, m.last_name as reports_to_last_name,
       (select coalesce(json_agg(territory_id order by territory_id), '[]') from employee_territories t where t.employee_id = e.employee_id) as territory_ids
     from employees e left join employees m on m.employee_id = e.reports_to order by e.last_name, e.employee_id`,
  ],
  [
    'customers by text ids',
    byIds('customers', 'BB3', 'nobody', 'DAE'),
    `select customer_id, company_name from customers where customer_id in ('DAE', 'BB3') order by customer_id`,
  ],
  [
    'products by price, a real',
    rows('products', {}, 'sort=unitPrice,desc'),
    'select product_id, unit_price from products order by unit_price desc nulls last, product_id desc',
  ],
  [
    'every territory',
    everything('territories'),
    'select territory_id, territory_description, region_id from territories order by territory_description, territory_id',
  ],
  [
    'every state',
    everything('us-states'),
    'select state_id, state_name, state_abbr, state_region from us_states order by state_id',
  ],
  [
    'products by category and stock, a page in the middle',
    page('products', {}, 'sort=category_categoryName_IN&sort=unitsInStock,desc&size=25&page=3'),
    `select product_id, units_in_stock from products left join categories using (category_id)
     order by category_name nulls last, units_in_stock desc nulls last, product_id desc limit 25 offset 75`,
  ],
  [
    'customers by the number of a filter field, the region of the first order',
    rows('customers', { 'city IN': ['Berlin', 'London'] }, 'sort=city_IN,desc&sort=region'),
    `select customer_id, city, region from customers where city in ('Berlin', 'London') order by city desc, region nulls last, customer_id`,
  ],
]

const walks: readonly Comparison[] = [
  [
    'a walk through orders by a date that may be missing',
    walk('orders', {}, 'sort=shippedDate', 40),
    'select order_id, shipped_date from orders order by shipped_date nulls last, order_id',
  ],
  [
    'a walk through orders by date and shipper in two directions',
    walk('orders', { 'employee IS_NOT_NULL': true }, 'sort=shipVia&sort=orderDate,desc', 33),
    'select order_id from orders where employee_id is not null order by ship_via nulls last, order_date desc nulls last, order_id desc',
  ],
  [
    'a walk through customers by text',
    walk('customers', {}, 'sort=companyName,desc'),
    'select customer_id, company_name from customers order by company_name desc, customer_id desc',
  ],
  [
    'a walk through customers by contact and region',
    walk('customers', {}, 'sort=contactName&sort=region,desc', 9),
    'select customer_id from customers order by contact_name nulls last, region desc nulls last, customer_id desc',
  ],
  [
    'a walk through employees by the name of their manager',
    walk('employees', {}, 'sort=reportsToLastName'),
    'select e.employee_id from employees e left join employees m on m.employee_id = e.reports_to order by m.last_name nulls last, e.employee_id',
  ],
  [
    'the position of a customer',
    located('customers', {}, 'sort=companyName', 'BB3'),
    `select count(*) as position from customers c, (select * from customers where customer_id = 'BB3') as it
    where (c.company_name, c.customer_id) < (it.company_name, it.customer_id)`,
  ],
  [
    'the position of an order among those with a missing date',
    located('orders', {}, 'sort=orderDate', 10599),
    `select count(*) as position from (select order_id, row_number() over (order by order_date nulls last, order_id) as place from orders) as o,
      (select row_number() over (order by order_date nulls last, order_id) as place, order_id from orders) as it
    where it.order_id = 10599 and o.place < it.place`,
  ],
]

const realWalks: readonly Comparison[] = [
  [
    'a walk through orders by freight, a real',
    walk('orders', {}, 'sort=freight', 50),
    'select order_id, freight from orders order by freight nulls last, order_id',
  ],
]

const choices: readonly Comparison[] = [
  [
    'employees as options',
    options('employees', { 'city EQUAL': 'London' }),
    `select employee_id as id, last_name as label from employees where city = 'London' order by last_name, employee_id`,
  ],
  [
    'suppliers as options, searched',
    options('suppliers', {}, 'CRÈME'),
    `select supplier_id as id, company_name as label from suppliers where lower(company_name) like lower('%crème%') order by company_name, supplier_id`,
  ],
  [
    'customers of matching orders',
    source('orders', 'customers', {
      'shipCountry EQUAL': 'Germany',
      'orderDate LESS_THAN': '1996-09-01',
    }),
    `select customer_id as id, company_name as label from customers where customer_id in
     (select customer_id from orders where ship_country = 'Germany' and order_date < '1996-09-01') order by company_name, customer_id`,
  ],
  [
    'managers, searched',
    source('employees', 'reportsTo', { 'hireDate GREATER_THAN': '1992-06-01' }, { search: 'u' }),
    `select employee_id as id, last_name as label from employees where last_name ilike '%u%'
     and employee_id in (select reports_to from employees where hire_date > '1992-06-01') order by last_name, employee_id`,
  ],
]

const statistics: readonly Comparison[] = [
  [
    'orders by shipper',
    groups('orders', 'shipVia', { orderBy: 'KEY_ASC' }),
    'select ship_via as key, company_name as label, count(*) as count from orders join shippers on shipper_id = ship_via group by 1, 2 order by 1',
  ],
  [
    'orders by customer, the most frequent ones',
    groups('orders', 'customer', { limit: 10 }, { 'customer IS_NOT_NULL': true }),
    'select customer_id as key, company_name as label, count(*) as value from orders join customers using (customer_id) group by 1, 2 order by 3 desc, 1 limit 10',
  ],
  [
    'orders by employee, where one may be missing',
    groups('orders', 'employee', { orderBy: 'VALUE_ASC' }),
    'select employee_id as key, count(*) as count from orders group by employee_id order by count(*), employee_id nulls last',
  ],
  [
    'products by category with metrics',
    groups('products', 'category', {
      orderBy: 'KEY_DESC',
      metrics: [
        { operation: 'SUM', field: 'unitsInStock', alias: 'stock' },
        { operation: 'AVG', field: 'reorderLevel', alias: 'level' },
        { operation: 'MAX', field: 'unitsOnOrder', alias: 'ordered' },
        { operation: 'COUNT' },
      ],
    }),
    `select category_id as key, count(*) as count, sum(units_in_stock) as value, json_build_object('stock', sum(units_in_stock),
      'level', avg(reorder_level)::float8, 'ordered', max(units_on_order), 'COUNT', count(*)) as values
    from products group by category_id order by category_id desc nulls last`,
  ],
  [
    'employees by manager',
    terms('employees', 'reportsTo', { orderBy: 'LABEL_ASC' }, { 'reportsTo IS_NOT_NULL': true }),
    'select m.employee_id as key, m.last_name as label, count(*) as value from employees e join employees m on m.employee_id = e.reports_to group by 1, 2 order by 2, 1',
  ],
  [
    'orders of each quarter, as months',
    series('orders', 'orderDate', { granularity: 'MONTH' }),
    `select date_trunc('month', order_date)::date as start, (date_trunc('month', order_date) + interval '1 month - 1 day')::date as "end", count(*) as count
    from orders where order_date is not null group by 1, 2 order by 1`,
  ],
  [
    'orders of each week through a filter',
    series(
      'orders',
      'orderDate',
      { granularity: 'WEEK', from: '1997-01-01', to: '1997-02-28' },
      { 'customer.city EQUAL': 'Berlin' },
    ),
    `select date_trunc('week', order_date)::date as start, count(*) as count from orders join customers using (customer_id)
    where city = 'Berlin' and order_date between '1996-12-30' and '1997-03-02' group by 1 order by 1`,
  ],
  [
    'days on which orders were shipped, gaps filled',
    series('orders', 'shippedDate', {
      granularity: 'DAY',
      from: '1997-06-01',
      to: '1997-06-20',
      fillGaps: true,
    }),
    `select day::date as start, count(order_id) as count from generate_series(timestamp '1997-06-01', '1997-06-20', '1 day') day
    left join orders on shipped_date = day::date group by day order by day`,
  ],
  [
    'a histogram of stocks',
    histogram('products', 'unitsInStock', { bucketSize: 20 }),
    `select bucket * 20 as "from", bucket * 20 + 20 as "to", count(product_id) as count
    from generate_series(0, (select max(units_in_stock) / 20 from products)) bucket
    left join products on units_in_stock / 20 = bucket group by bucket order by bucket`,
  ],
  [
    'a histogram of dates by month',
    histogram(
      'orders',
      'requiredDate',
      { bucketSize: 'MONTH' },
      { 'shipVia.companyName EQUAL': 'Shipper 2' },
    ),
    `with dates as (select date_trunc('month', required_date) as month from orders where ship_via = 2 and required_date is not null)
    select month::date as "from", (month + interval '1 month')::date as "to", (select count(*) from dates where dates.month = m.month) as count
    from generate_series((select min(month) from dates), (select max(month) from dates), '1 month') as m(month) order by month`,
  ],
]

const files: readonly Comparison[] = [
  [
    'an export of orders as JSON',
    exported(
      'orders',
      'json',
      { 'customer.country EQUAL': 'Brazil' },
      { sort: ['orderDate,desc'] },
    ),
    `select order_id, order_date, required_date, shipped_date, customer_id, employee_id from orders join customers using (customer_id)
    where country = 'Brazil' order by order_date desc nulls last, order_id desc`,
  ],
  [
    'an export of customers as CSV',
    exported(
      'customers',
      'csv',
      { companyName: 'b' },
      { fields: ['customerId', 'companyName', 'region'], sort: ['customerId'] },
    ),
    `select 'customerId,companyName,region' as line union all
    (select concat_ws(',', customer_id, company_name, coalesce(region, '')) from customers where lower(company_name) like '%b%' order by customer_id)`,
  ],
  [
    'an export of selected products',
    exported(
      'products',
      'json',
      {},
      { scope: 'selected', selectedIds: [9, 3, 100], fields: ['productId', 'supplierCompanyName'] },
    ),
    `select product_id, company_name as supplier_company_name from products left join suppliers using (supplier_id) where product_id in (3, 9, 100) order by product_name, product_id`,
  ],
]

export const northwind: readonly Comparison[] = [
  ...filters,
  ...compositeKeys,
  ...records,
  ...walks,
  ...realWalks,
  ...choices,
  ...statistics,
  ...files,
]
