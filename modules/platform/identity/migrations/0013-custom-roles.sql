-- Roles that a company makes by copying one. A grant names such a role by its id where a built-in one stands by its name, and
-- its permissions are rows of identity.role_permission. A role that somebody holds is not deleted.
create table identity.custom_role (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  name text not null,
  created_at instant not null
);
create unique index custom_role_name on identity.custom_role (company_id, lower(name));
