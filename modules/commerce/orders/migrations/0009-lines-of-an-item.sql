-- The orders of an item are found in the index alone: whatever share of all lines an item is thought to have, no plan is better.
drop index orders.line_of_item;
create index line_of_item on orders.line (company_id, business_type, item_id, order_id);
