-- Rule configuration: what each company has switched or set, and who changed it when (SYSTEM-045, SYSTEM-047).
-- Only values that differ from the default stand here; the definitions are in server/definitions.ts.
create table settings.rule_config (
  company_id uuid not null,
  key text not null,
  value jsonb not null,
  updated_by uuid not null,
  updated_at instant not null,
  primary key (company_id, key)
);

create table settings.rule_config_change (
  id uuid primary key,
  company_id uuid not null,
  key text not null,
  value_before jsonb not null,
  value_after jsonb not null,
  changed_by uuid not null,
  changed_at instant not null
);

create index rule_config_change_newest on settings.rule_config_change (company_id, key, changed_at desc);
