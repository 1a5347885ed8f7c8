-- Lotteries. The seed of a lottery is drawn when it is published, and until it has ended only its hash is shown. Each draw follows
-- from the seed and its number, so that anybody can draw all of them again afterwards. The draws of a lottery are made one after
-- the other, under the lock of its row: their numbers have no gaps, and the stock at each of them is known.
create table lotteries.lottery (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  -- What the lottery belongs to: the company (its own id), or something of another module such as a class.
  scope_kind text not null,
  scope_id uuid not null,
  name text not null,
  description text not null,
  -- Of a lottery of the company. Empty: the whole company.
  organization_ids uuid[] not null,
  opens_at instant,
  closes_at instant,
  draws_per_member int not null check (draws_per_member between 1 and 100),
  draws_per_day int check (draws_per_day between 1 and 100),
  needs_attendance boolean not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'ended')),
  -- 32 bytes in hex, and the SHA-256 of these bytes.
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  commitment text check (commitment ~ '^[0-9a-f]{64}$'),
  draws_made int not null default 0 check (draws_made >= 0),
  revision int not null default 0,
  updated_at instant not null,
  published_at instant,
  ended_at instant,
  check ((status = 'draft') = (seed is null) and (seed is null) = (commitment is null)
    and (seed is null) = (published_at is null)),
  check (status = 'draft' or opens_at is not null and closes_at is not null and opens_at < closes_at),
  check ((status = 'ended') = (ended_at is not null))
);
create index lottery_managed on lotteries.lottery (company_id, scope_id, updated_at desc, id desc);
create index lottery_shown on lotteries.lottery (company_id, scope_id, closes_at desc, id desc) where status <> 'draft';
create index lottery_due on lotteries.lottery (closes_at) where status = 'published';

-- In the order of the wheel. The checks are what no number of draws at once gets past.
create table lotteries.prize (
  lottery_id uuid not null references lotteries.lottery (id) on delete cascade,
  place smallint not null check (place between 0 and 9),
  company_id uuid not null,
  kind text not null check (kind in ('goods', 'thanks')),
  name text not null,
  -- Parts of a million.
  weight int not null check (weight between 0 and 1000000),
  stock int check (stock between 1 and 100000),
  remaining int check (remaining between 0 and stock),
  primary key (lottery_id, place),
  check ((kind = 'thanks') = (stock is null) and (stock is null) = (remaining is null))
);

create table lotteries.draw (
  id uuid primary key,
  lottery_id uuid not null references lotteries.lottery (id),
  number int not null check (number > 0),
  company_id uuid not null,
  member_id uuid not null,
  -- Chosen by who asks: asked again by it, the same draw is answered.
  request_key uuid not null,
  place smallint not null,
  is_win boolean not null,
  drawn_at instant not null,
  delivered_at instant,
  delivered_by uuid,
  unique (lottery_id, number),
  unique (lottery_id, member_id, request_key),
  foreign key (lottery_id, place) references lotteries.prize (lottery_id, place),
  check ((delivered_at is null) = (delivered_by is null)),
  check (is_win or delivered_at is null)
);
create index draw_prize on lotteries.draw (lottery_id, place);
create index draw_member on lotteries.draw (company_id, member_id, drawn_at desc, id desc);
create index draw_won on lotteries.draw (lottery_id, number) where is_win;

-- Who has scanned the code of business type 10.
create table lotteries.attendance (
  lottery_id uuid not null references lotteries.lottery (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  joined_at instant not null,
  primary key (lottery_id, member_id)
);
create index attendance_member on lotteries.attendance (company_id, member_id);
