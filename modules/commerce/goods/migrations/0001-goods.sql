-- The points mall: goods that members exchange for points, coins or both. Their price stands here, not in prices; what was
-- exchanged stands in orders. Units are taken out of stock when an order is placed, and put back when it is closed.
create table goods.category (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  position int not null
);
create unique index category_name on goods.category (company_id, lower(name));
create index category_order on goods.category (company_id, position, id);

create table goods.goods (
  id uuid primary key,
  company_id uuid not null,
  category_id uuid references goods.category (id),
  -- physical: sent by post. text: one text for everybody. codes: a code of its own for each unit.
  kind text not null check (kind in ('physical', 'text', 'codes')),
  name text not null,
  description text not null default '',
  picture_ids uuid[] not null default '{}' check (cardinality(picture_ids) <= 9),
  -- Of the kind text: what the buyer gets to read.
  handout text not null default '',
  -- Hundredths of one unit.
  points bigint not null check (points between 0 and 1000000000),
  coins bigint not null check (coins between 0 and 1000000000),
  -- What can still be exchanged; null: without limit.
  stock int check (stock >= 0),
  limit_per_member int check (limit_per_member between 1 and 1000),
  status text not null default 'draft' check (status in ('draft', 'on-sale', 'off-sale')),
  sale_from instant,
  sale_until instant check (sale_until > sale_from),
  revision int not null default 1,
  created_by uuid,
  created_at instant not null,
  constraint goods_price check (points + coins > 0),
  constraint goods_stock check (stock is not null or kind = 'text')
);
create index goods_newest on goods.goods (company_id, created_at desc, id desc);
create index goods_on_sale on goods.goods (company_id, created_at desc, id desc) where status = 'on-sale';
create index goods_by_points on goods.goods (company_id, points, coins, id) where status = 'on-sale';
create index goods_category on goods.goods (category_id) where category_id is not null;
create index goods_created_by on goods.goods (created_by) where created_by is not null;

-- The units that a line of an order holds or has bought.
create table goods.taking (
  line_id uuid primary key,
  goods_id uuid not null references goods.goods (id),
  company_id uuid not null,
  member_id uuid not null,
  quantity int not null check (quantity > 0),
  returned int not null default 0 check (returned between 0 and quantity),
  taken_at instant not null
);
create index taking_of_member on goods.taking (member_id, goods_id);
create index taking_of_goods on goods.taking (goods_id);

-- The codes of goods with codes. A unit of stock, one that an order holds and one that is set aside each stand for a free code.
create table goods.code (
  id uuid primary key,
  goods_id uuid not null references goods.goods (id),
  company_id uuid not null,
  code text not null,
  -- The line of an order to which it was handed out.
  line_id uuid,
  handed_at instant,
  check ((line_id is null) = (handed_at is null))
);
create unique index code_once on goods.code (goods_id, code);
create index code_free on goods.code (goods_id, id) where line_id is null;
create index code_of_line on goods.code (line_id) where line_id is not null;

-- What was handed out of goods with a text, as it was then.
create table goods.handout (
  line_id uuid primary key,
  goods_id uuid not null references goods.goods (id),
  company_id uuid not null,
  content text not null,
  handed_at instant not null
);
create index handout_goods on goods.handout (goods_id);

-- What was done to a stock beside exchanges.
create table goods.stock_change (
  id uuid primary key,
  goods_id uuid not null references goods.goods (id) on delete cascade,
  company_id uuid not null,
  kind text not null check (kind in ('initial', 'adjusted', 'codes', 'prizes')),
  change int not null,
  stock_after int not null,
  reason text not null default '',
  -- Null: the platform itself.
  changed_by uuid,
  changed_at instant not null
);
create index stock_change_newest on goods.stock_change (goods_id, changed_at desc, id desc);
create index stock_changed_by on goods.stock_change (changed_by) where changed_by is not null;
