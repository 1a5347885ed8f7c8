-- Paused by the module that gave it while the money goes back, and not by hand: such a module lets it go on by itself.
alter table entitlements.entitlement add column is_paused_by_source boolean not null default false;
update entitlements.entitlement set is_paused_by_source = true where state = 'paused' and source = 'order';
