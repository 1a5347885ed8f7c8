-- Orders in RMB that are paid partly with coins: reserved when a payment is started, taken in the transaction in which its money
-- arrives. Fen on both sides; the coins are so many times the rate, so that nothing is ever rounded.
alter table orders.order
  -- The part that coins pay.
  add coin_value bigint not null default 0,
  -- How many coins were one yuan then; null: no coins pay a part.
  add coins_per_yuan int check (coins_per_yuan > 0),
  add coin_value_refunded bigint not null default 0,
  add coin_reservation_id uuid,
  add constraint order_mixed check (coin_value between 0 and amount - discount and (coin_value = 0) = (coins_per_yuan is null)
    and (pay_type = 2 or coin_value = 0)),
  add constraint order_mixed_refunded check (coin_value_refunded between 0 and coin_value and coin_value_refunded <= refunded
    and refunded - coin_value_refunded <= greatest(paid - coin_value, 0));
create index order_open_mixed on orders.order (expires_at) where status in ('to-pay', 'paying') and coin_reservation_id is not null;
alter table orders.refund add coin_value bigint not null default 0 check (coin_value between 0 and amount);
