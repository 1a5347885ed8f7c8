-- Points that the company gives to a member count in the ranking of points, and what it takes back counts against it. What
-- members spend or give each other moves no figure: it would be farmed.
create function currency.rank_points() returns trigger language plpgsql as $$
begin
  perform server.note_figure(e.company_id, 'integral', t.event, e.transfer_id::text || ':' || a.owner_id::text, 0, a.owner_id,
      a.owner_id, e.amount, e.created_at, t.subject)
    from added e join currency.account a on a.id = e.account_id and a.owner_kind = 'person'
    join currency.transfer t on t.id = e.transfer_id
    where e.kind = 2 and exists (select from added other join currency.account i on i.id = other.account_id
      where other.transfer_id = e.transfer_id and i.owner_kind = 'issuance');
  return null;
end $$;
create trigger rank_points after insert on currency.entry referencing new table as added
  for each statement execute function currency.rank_points();
select server.note_figure(e.company_id, 'integral', t.event, e.transfer_id::text || ':' || a.owner_id::text, 0, a.owner_id,
    a.owner_id, e.amount, e.created_at, t.subject)
  from currency.entry e join currency.account a on a.id = e.account_id and a.owner_kind = 'person'
  join currency.transfer t on t.id = e.transfer_id
  where e.kind = 2 and exists (select from currency.entry other join currency.account i on i.id = other.account_id
    where other.transfer_id = e.transfer_id and i.owner_kind = 'issuance');
