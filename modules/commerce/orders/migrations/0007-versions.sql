-- An unpaid order is changed by a new version with its own lines. Lines still never change: those of the version of their order are
-- in force, those before stay readable.
alter table orders.order add version int not null default 1 check (version >= 1);
alter table orders.line add version int not null default 1 check (version >= 1);
create unique index line_of_version on orders.line (order_id, version, place);
alter table orders.line drop constraint line_order_id_place_key;

-- A change: what the order cost before, in the version that it ended.
create table orders.change (
  order_id uuid not null references orders.order (id),
  -- The version that was in force until then.
  version int not null check (version >= 1),
  company_id uuid not null,
  -- The browser's key of this change: sent twice, it is the same change.
  request_key uuid not null,
  amount bigint not null check (amount >= 0),
  discount bigint not null check (discount between 0 and amount),
  points bigint not null check (points >= 0),
  coupon_name text not null,
  changed_at instant not null,
  primary key (order_id, version)
);
create unique index change_once on orders.change (order_id, request_key);
create trigger change_immutable before update or delete or truncate on orders.change
  for each statement execute function orders.refuse_change();

-- What an order costs changes by a new version alone, and a version ends only while nothing was paid.
create function orders.check_version() returns trigger language plpgsql as $$
begin
  if old.paid_at is not null or old.status = 'closed' or new.version <> old.version + 1 then
    raise exception 'order % is not changed any more', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger order_version before update of version, amount, discount, points on orders.order
  for each row when (old.version is distinct from new.version or old.amount is distinct from new.amount
    or old.discount is distinct from new.discount or old.points is distinct from new.points)
  execute function orders.check_version();
