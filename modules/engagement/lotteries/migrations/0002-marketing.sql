-- Marketing lotteries: members draw for points when their free draws are used up, and a lottery may ask for more than that somebody
-- belongs to its audience: for a finished course, or a member card.
alter table lotteries.lottery
  drop constraint lottery_draws_per_member_check,
  -- Free ones; 0 where every draw is for points.
  add constraint lottery_draws_per_member_check check (draws_per_member between 0 and 100),
  -- Hundredths of a point for each draw after the free ones, and how many of them a member gets.
  add column draw_price_hundredths int check (draw_price_hundredths between 1 and 1000000000),
  add column paid_draws_per_member int check (paid_draws_per_member between 1 and 100),
  add check ((draw_price_hundredths is null) = (paid_draws_per_member is null)),
  add check (draws_per_member > 0 or paid_draws_per_member is not null);

-- What the draw has cost in hundredths of a point.
alter table lotteries.draw add column paid_hundredths int not null default 0 check (paid_hundredths >= 0);

-- What members need besides, all of it. The kind is one that a module has registered.
create table lotteries.qualification (
  lottery_id uuid not null references lotteries.lottery (id) on delete cascade,
  place smallint not null check (place between 0 and 4),
  company_id uuid not null,
  kind text not null,
  item_id uuid not null,
  primary key (lottery_id, place),
  unique (lottery_id, kind, item_id)
);

-- A prize may be goods of the points mall: they are set aside when the lottery is published, and won as an order.
alter table lotteries.prize
  add column goods_id uuid,
  add check (goods_id is null or kind = 'goods');
create index prize_goods on lotteries.prize (goods_id) where goods_id is not null;
alter table lotteries.draw
  add column order_id uuid,
  add check (order_id is null or (is_win and delivered_at is null));
