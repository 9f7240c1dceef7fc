/**
 * The views of the workbench that have a name.
 *
 * - A view belongs to its owner in one tenant. Null: the contract has no tenants, or the owner has
 *   none.
 * - `resource` is the key of a resource; null for a dashboard of several ones.
 * - `state` is JSON that only the workbench reads. The type json keeps it as it was sent.
 */
export const viewTable = (schema: string): string => `create table ${schema}.saved_view (
  id uuid primary key default gen_random_uuid(),
  tenant text,
  owner text not null,
  kind text not null,
  resource text,
  name text not null,
  is_public boolean not null,
  is_pinned boolean not null,
  state json not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_view_name_idx on ${schema}.saved_view
  (owner, coalesce(tenant, ''), coalesce(resource, ''), name);
create index saved_view_public_idx on ${schema}.saved_view (name, id) where is_public;`
