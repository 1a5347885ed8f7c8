-- Whether a supplier of live sessions works: the newest check that an administrator of the company asked for.
create table live.supplier_check (
  company_id uuid not null,
  supplier smallint not null check (supplier in (0, 3, 4)),
  engine text not null check (engine in ('built-in', 'bigbluebutton')),
  state text not null check (state in ('ok', 'warning', 'down', 'off')),
  took_ms integer not null check (took_ms >= 0),
  checked_at instant not null,
  primary key (company_id, supplier)
);
