-- Member cards. What a card opens is not here: the prices of items name it. Who holds one is an entitlement of the type 901,
-- which has its own end, so that a changed validity changes nothing for those who hold the card.
create table cards.card (
  id uuid primary key,
  company_id uuid not null,
  name text not null,
  promise text not null default '',
  color text not null check (color in ('ink', 'jade', 'amber', 'crimson', 'violet')),
  -- Null: without an end.
  validity_days int check (validity_days between 1 and 3650),
  status text not null default 'draft' check (status in ('draft', 'on-sale', 'ended')),
  revision int not null default 1,
  created_by uuid,
  created_at instant not null
);
create index card_newest on cards.card (company_id, created_at desc, id desc);
create index card_on_sale on cards.card (company_id, created_at desc, id desc) where status = 'on-sale';
create index card_created_by on cards.card (created_by) where created_by is not null;
