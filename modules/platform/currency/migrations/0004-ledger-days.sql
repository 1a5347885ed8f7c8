-- What was issued, spent, refunded and expired in a time, and which postings of purchases were made in it: a range of the company's
-- counterparts, which is one side of whatever enters or leaves the accounts of people.
create index entry_of_counterpart on currency.entry (account_id, created_at) include (transfer_id, trade_type, amount)
  where seq is null;
