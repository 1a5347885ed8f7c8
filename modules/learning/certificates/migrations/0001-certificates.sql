-- Certificates: what they look like and how long they hold (templates), what earns them (a rule an item), and every one
-- that was given. A certificate keeps its own words: a template that changes later, a course that is renamed, a member
-- who leaves take nothing from it. It is never changed afterwards but for being revoked or replaced by a newer one.
create extension if not exists pg_trgm with schema public;

create table certificates.template (
  id uuid primary key,
  company_id uuid not null,
  -- What administrators and authors call it.
  name text not null,
  design text not null check (design in ('classic', 'modern', 'festive')),
  -- As it stands on the paper, in both languages; the English may be left out.
  title_cn text not null,
  title_en text not null default '',
  -- With {name}, {item}, {date}, {hours}, {credits} in it.
  body_cn text not null,
  body_en text not null default '',
  issuer_cn text not null,
  issuer_en text not null default '',
  signatory text not null default '',
  -- Numbers are prefix, year and a running number.
  number_prefix text not null,
  -- null: for ever.
  validity_months smallint check (validity_months between 1 and 600),
  -- So many days before it expires it may be renewed, and its holder is reminded.
  renewal_days smallint not null default 30 check (renewal_days between 1 and 365),
  -- What renews it, where that is another item than the one that earned it.
  renewal_type smallint,
  renewal_id uuid,
  enabled boolean not null default true,
  revision integer not null default 0,
  created_by uuid not null,
  created_at instant not null,
  updated_at instant not null,
  check ((renewal_type is null) = (renewal_id is null)),
  unique (company_id, name)
);
create index template_newest on certificates.template (company_id, created_at desc, id desc);
create index template_renewed_by on certificates.template (company_id, renewal_type, renewal_id) where renewal_id is not null;

create table certificates.rule (
  company_id uuid not null,
  -- What earns it: the number of its kind (map business-type) and its id there.
  business_type smallint not null,
  business_id uuid not null,
  template_id uuid not null references certificates.template (id),
  updated_at instant not null,
  primary key (company_id, business_type, business_id)
);
create index rule_of_template on certificates.rule (template_id);

-- The last running number of a prefix in a year of the company's zone; locked while one is given.
create table certificates.numbering (
  company_id uuid not null,
  prefix text not null,
  year smallint not null,
  last_number integer not null,
  primary key (company_id, prefix, year)
) with (fillfactor = 85);

create table certificates.certificate (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  template_id uuid not null references certificates.template (id),
  number text not null,
  -- What the public page is asked by: long enough that nobody finds one by trying.
  code text not null unique,
  status text not null default 'current' check (status in ('current', 'replaced', 'revoked')),
  -- How it came to be: finished, renewed, issued again with other words, given by hand.
  origin text not null check (origin in ('earned', 'renewed', 'reissued', 'granted')),
  business_type smallint,
  business_id uuid,
  -- Frozen: who, what, and every word on the paper.
  holder_name text not null,
  item_name text not null,
  content jsonb not null,
  finished_at instant not null,
  issued_at instant not null,
  issued_by uuid,
  expires_at instant,
  replaces uuid references certificates.certificate (id),
  -- Of a reissue: why.
  reason text not null default '',
  revoked_at instant,
  revoked_by uuid,
  revoke_reason text not null default '',
  -- The PDF as it was first made, and its SHA-256; null until somebody asks for it.
  file_id uuid,
  sha256 bytea check (octet_length(sha256) = 32),
  check ((file_id is null) = (sha256 is null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  unique (company_id, number)
);
create unique index certificate_current on certificates.certificate (member_id, template_id) where status = 'current';
create unique index certificate_once on certificates.certificate (member_id, template_id, business_type, business_id, finished_at)
  where origin in ('earned', 'renewed');
create index certificate_of_member on certificates.certificate (member_id, issued_at desc, id desc);
create index certificate_newest on certificates.certificate (company_id, issued_at desc, id desc);
create index certificate_of_template on certificates.certificate (template_id, issued_at desc, id desc);
create index certificate_expiring on certificates.certificate (company_id, expires_at)
  where status = 'current' and expires_at is not null;
create index certificate_holder on certificates.certificate using gin (holder_name gin_trgm_ops);
create index certificate_replaces on certificates.certificate (replaces) where replaces is not null;

-- What a company signs its certificates with: a key of its own, and the X.509 certificate that goes into each PDF.
create table certificates.signing_key (
  company_id uuid primary key,
  private_key bytea not null,
  certificate bytea not null,
  created_at instant not null
);
