-- Goods cost points, coins or both, and say it themselves: price_id is their own id.
alter table prices.quote add points bigint not null default 0 check (points >= 0);
comment on column prices.quote.points is 'Hundredths of points of one unit, beside the coins.';
