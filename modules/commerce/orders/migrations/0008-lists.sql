-- Lists of millions of orders read no further than their page and the number that they say: also those of the few that wait for
-- somebody, or that were sent.
create index order_by_approval on orders.order (company_id, approval, created_at desc, id desc) where approval is not null;
create index order_sent on orders.order (company_id, created_at desc, id desc) where delivery = 'shipped';
