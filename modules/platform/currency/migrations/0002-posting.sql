-- A posting in one round trip. Locks, pots, head, entries, balances and counts used to be statements of the server's, each
-- sent and answered, and sending and answering was most of their cost. The guards stay where they are: check constraints of
-- the account, triggers of the entries, the unique event key.

-- One side of a transfer, as it is asked for.
create type currency.leg as (
  owner_kind text,
  owner_id uuid,
  -- Above 0 the account receives, below 0 it gives.
  amount bigint,
  -- The only pot to give or to receive; null: received by `allocated`, given by all three in their order, the later ones
  -- only what the earlier lack.
  pot text,
  -- Instead of a pot exactly these parts, signed like the amount.
  allocated bigint,
  reward bigint,
  subscription bigint
);

-- What a leg does to its account. Counterparts have neither number nor balance.
create type currency.movement as (
  account_id uuid,
  amount bigint,
  allocated bigint,
  reward bigint,
  subscription bigint,
  seq bigint,
  balance_after bigint,
  income_after numeric
);

create function currency.has_balance(owner_kind text) returns boolean immutable parallel safe
return owner_kind in ('person', 'team', 'organization');

-- Posts one transfer: `head` has the columns of currency.transfer, `legs` those of currency.leg. Answers what became of it:
-- `posted`; `repeated`, with the earlier transfer, where its event key is taken; or `insufficient` or `full` and the place,
-- from 1, of the leg that cannot be: then the transaction must not be committed. All accounts are locked in the order of
-- their ids, so that two postings never wait for each other in a circle; counterparts have nothing to lock. The plans are
-- made once a session, perhaps while the tables are empty: so all rows are looked up by key, whatever the planner thinks.
create function currency.post(head jsonb, legs jsonb, out transfer_id uuid, out outcome text, out refused int)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  transfer currency.transfer := jsonb_populate_record(null::currency.transfer, head);
  wanted currency.leg[] := array(select jsonb_populate_recordset(null::currency.leg, legs));
  accounts uuid[];
  movements currency.movement[];
  movement currency.movement;
  leg currency.leg;
  a record;
begin
  insert into currency.transfer select transfer.*
  on conflict (company_id, event_key) where event_key is not null do nothing;
  if not found then
    -- Whoever has posted it before has committed by now: its key was waited for.
    select t.id, 'repeated' into transfer_id, outcome from currency.transfer t
    where t.company_id = transfer.company_id and t.event_key = transfer.event_key;
    return;
  end if;

  loop
    accounts := array(select (
      select o.id from currency.account o where o.company_id = transfer.company_id and o.owner_kind = l.owner_kind
        and o.owner_id = l.owner_id and o.kind = transfer.kind) from unnest(wanted) l);
    exit when array_position(accounts, null) is null;
    -- In a fixed order as well, and before anything is locked.
    insert into currency.account (id, company_id, owner_kind, owner_id, kind, created_at)
    select gen_random_uuid(), transfer.company_id, l.owner_kind, l.owner_id, transfer.kind, transfer.created_at
    from unnest(wanted) l order by l.owner_kind, l.owner_id
    on conflict (company_id, owner_kind, owner_id, kind) do nothing;
  end loop;

  for a in select o.*, l.place from unnest(accounts) with ordinality l(id, place) join currency.account o on o.id = l.id
    where currency.has_balance(o.owner_kind) order by o.id for no key update of o
  loop
    leg := wanted[a.place];
    if leg.allocated is not null then
      movement.allocated := leg.allocated;
      movement.reward := leg.reward;
    elsif leg.pot is not null or leg.amount > 0 then
      movement.allocated := case when coalesce(leg.pot, 'allocated') = 'allocated' then leg.amount else 0 end;
      movement.reward := case when leg.pot = 'reward' then leg.amount else 0 end;
    else
      movement.allocated := greatest(leg.amount, a.held_allocated - a.allocated);
      movement.reward := greatest(leg.amount - movement.allocated, a.held_reward - a.reward);
    end if;
    movement.subscription := leg.amount - movement.allocated - movement.reward;
    a.allocated := a.allocated + movement.allocated;
    a.reward := a.reward + movement.reward;
    a.subscription := a.subscription + movement.subscription;
    if least(a.allocated - a.held_allocated, a.reward - a.held_reward, a.subscription - a.held_subscription) < 0
      and (outcome is distinct from 'insufficient' or a.place < refused) then
      outcome := 'insufficient';
      refused := a.place;
    elsif greatest(a.allocated, a.reward, a.subscription) > 1000000000000000000 and outcome is null then
      outcome := 'full';
      refused := a.place;
    end if;
    movement.account_id := a.id;
    movement.amount := leg.amount;
    movement.seq := a.entry_count + 1;
    movement.balance_after := a.allocated + a.reward + a.subscription;
    movement.income_after := a.income + greatest(leg.amount, 0);
    movements := movements || movement;
  end loop;
  if refused is not null then return; end if;

  update currency.account o set allocated = o.allocated + m.allocated, reward = o.reward + m.reward,
    subscription = o.subscription + m.subscription, income = m.income_after,
    expense = o.expense + greatest(-m.amount, 0), entry_count = m.seq
  from unnest(movements) m where o.id = m.account_id;
  insert into currency.account_tally as t (account_id, type, trade_type, entry_count, amount)
  select m.account_id, case when m.amount > 0 then 1 else 2 end, transfer.trade_type, 1, abs(m.amount)
  from unnest(movements) m
  on conflict (account_id, type, trade_type)
  do update set entry_count = t.entry_count + 1, amount = t.amount + excluded.amount;
  insert into currency.entry (transfer_id, account_id, company_id, kind, seq, type, trade_type, amount, allocated, reward,
    subscription, balance_after, income_after, created_at)
  select transfer.id, m.account_id, transfer.company_id, transfer.kind, m.seq, case when m.amount > 0 then 1 else 2 end,
    transfer.trade_type, m.amount, m.allocated, m.reward, m.subscription, m.balance_after, m.income_after, transfer.created_at
  from unnest(movements) m
  union all
  select transfer.id, l.account_id, transfer.company_id, transfer.kind, null, case when l.amount > 0 then 1 else 2 end,
    transfer.trade_type, l.amount, l.amount, 0, 0, null, null, transfer.created_at
  from unnest(wanted, accounts) l(owner_kind, owner_id, amount, pot, allocated, reward, subscription, account_id)
  where not currency.has_balance(l.owner_kind);
  transfer_id := transfer.id;
  outcome := 'posted';
end $$;

-- As before, in one look at as few rows as a posting has. They are looked up one by one, by key: a join's plan would hang on
-- how many rows a session's first statement had.
create or replace function currency.check_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select from added e group by e.transfer_id having sum(e.amount) <> 0 or not bool_and(
      (select a.company_id = e.company_id and a.kind = e.kind and currency.has_balance(a.owner_kind) = (e.seq is not null)
        from currency.account a where a.id = e.account_id) is true
      and (select t.company_id = e.company_id and t.kind = e.kind from currency.transfer t where t.id = e.transfer_id) is true)
  ) then
    if exists (select from added group by transfer_id having sum(amount) <> 0) then
      raise exception 'the entries of a transfer do not sum to zero' using errcode = 'check_violation';
    end if;
    raise exception 'an entry of another company, kind or transfer' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- The rules of accounts and entries, one function each: the text of a check constraint is parsed anew by every statement that
-- writes, and that took longer than all else it did. The rules are those of before.
create function currency.account_is_sound(
  owner_kind text, kind smallint, allocated bigint, reward bigint, subscription bigint, held_allocated bigint,
  held_reward bigint, held_subscription bigint, income numeric, expense numeric
) returns boolean language plpgsql immutable as $$
begin
  return owner_kind in ('person', 'team', 'organization', 'issuance', 'expense', 'expiry')
    -- Points have one pot, the first.
    and (kind = 1 or kind = 2 and reward = 0 and subscription = 0)
    and held_allocated between 0 and allocated and held_reward between 0 and reward
    and held_subscription between 0 and subscription
    and greatest(allocated, reward, subscription) <= 1000000000000000000
    and allocated + reward + subscription = income - expense and income >= 0 and expense >= 0;
end $$;
alter table currency.account
  drop constraint account_owner_kind_check, drop constraint account_kind_check, drop constraint account_covered,
  drop constraint account_bounded, drop constraint account_adds_up, drop constraint account_points,
  add constraint account_sound check (currency.account_is_sound(owner_kind, kind, allocated, reward, subscription,
    held_allocated, held_reward, held_subscription, income, expense));

create function currency.entry_is_sound(
  type smallint, amount bigint, allocated bigint, reward bigint, subscription bigint, seq bigint, balance_after bigint,
  income_after numeric
) returns boolean language plpgsql immutable as $$
begin
  return amount <> 0 and type = case when amount > 0 then 1 else 2 end and allocated + reward + subscription = amount
    and case when seq is null then balance_after is null and income_after is null
      else coalesce(balance_after >= 0 and income_after >= 0, false) end;
end $$;
alter table currency.entry alter column type drop expression;
alter table currency.entry
  drop constraint entry_amount_check, drop constraint entry_balance_after_check, drop constraint entry_check,
  drop constraint entry_check1,
  add constraint entry_sound check (currency.entry_is_sound(type, amount, allocated, reward, subscription, seq,
    balance_after, income_after));

-- Of persons alone: as an index of all accounts it looked as good as their key while the table was empty, and plans that
-- were made then walked through all of a company's accounts for each that was looked up.
drop index currency.account_in_order;
create index account_in_order on currency.account (company_id, kind, id) where owner_kind = 'person';
