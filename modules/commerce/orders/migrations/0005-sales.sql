-- What finance counts: orders by the instant of their payment, refunds by the instant at which the money was back. Of RMB that is
-- later than the decision; it stood in the timeline alone. One refund of an order is in progress at a time, so the first
-- `refunded` after its decision is its own. Where it is null, the decision was the instant.
alter table orders.refund add column done_at instant;
update orders.refund r set done_at = coalesce(
  (select min(e.at) from orders.event e where e.order_id = r.order_id and e.kind = 'refunded' and e.at >= r.decided_at),
  r.decided_at)
where r.status = 'done';

create index order_paid on orders.order (company_id, paid_at) where paid_at is not null;
create index refund_done on orders.refund (company_id, coalesce(done_at, decided_at)) where status = 'done';
