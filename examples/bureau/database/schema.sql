-- Keys and foreign keys contain the tenant, so that no row can refer to one of another tenant.
-- Ids come from sequences: they need to be unique within a tenant only.
create table currencies (
  code varchar(3) primary key,
  name varchar(60) not null
);

create sequence department_ids;
create table departments (
  tenant_id varchar(40) not null,
  id bigint not null default nextval('department_ids'),
  code varchar(20) not null,
  name varchar(80) not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);

create sequence skill_ids;
create table skills (
  tenant_id varchar(40) not null,
  id bigint not null default nextval('skill_ids'),
  code varchar(20) not null,
  name varchar(80) not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);

create sequence employee_ids;
create table employees (
  tenant_id varchar(40) not null,
  id bigint not null default nextval('employee_ids'),
  code varchar(20) not null,
  full_name varchar(120) not null,
  email varchar(200) not null,
  salary numeric(12,2) not null,
  hired_on date not null,
  department_id bigint not null,
  manager_id bigint,
  currency_code varchar(3) not null references currencies,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, email),
  foreign key (tenant_id, department_id) references departments (tenant_id, id),
  foreign key (tenant_id, manager_id) references employees (tenant_id, id)
);
create index on employees (tenant_id, department_id);
create index on employees (tenant_id, manager_id);
create index on employees (tenant_id, full_name, id);
create index on employees (tenant_id, salary);

create table employee_skills (
  tenant_id varchar(40) not null,
  employee_id bigint not null,
  skill_id bigint not null,
  primary key (tenant_id, employee_id, skill_id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade,
  foreign key (tenant_id, skill_id) references skills (tenant_id, id)
);
create index on employee_skills (tenant_id, skill_id);

create sequence payslip_ids;
create table payslips (
  tenant_id varchar(40) not null,
  id bigint not null default nextval('payslip_ids'),
  employee_id bigint not null,
  currency_code varchar(3) not null references currencies,
  period date not null,
  gross numeric(12,2) not null,
  net numeric(12,2) not null,
  state varchar(10) not null default 'DRAFT',
  note varchar(200),
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id)
);
create index on payslips (tenant_id, employee_id);
create index on payslips (tenant_id, period desc, id desc);
