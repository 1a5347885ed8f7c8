-- Addresses of members. The division is stored by the code of its county, whose names come from the list of divisions; what was
-- ordered or invoiced keeps a copy of the whole text, so that an address may be changed and deleted. One address of a member is the
-- default; the index is what stops two.
create table addresses.address (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  receiver text not null,
  phone text not null,
  county_code text not null check (county_code ~ '^[0-9]{6}$'),
  street text not null,
  postal_code text not null,
  is_default boolean not null,
  created_at instant not null,
  updated_at instant not null
);
create index address_member on addresses.address (company_id, member_id, id desc);
create unique index address_default on addresses.address (member_id) where is_default;
