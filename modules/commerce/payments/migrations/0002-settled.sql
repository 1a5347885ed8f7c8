-- When a payment was counted here, which is when its order was paid. `paid_at` is the provider's time, and may be on the day before.
alter table payments.payment add column settled_at instant;
update payments.payment p set settled_at = coalesce((select min(c.received_at) from payments.callback c
  where c.payment_id = p.id and c.outcome = 'accepted' and c.said ->> 'outcome' = 'succeeded'), p.paid_at)
where p.state = 'succeeded';
create index payment_settled on payments.payment (company_id, coalesce(settled_at, paid_at)) where paid_at is not null;
