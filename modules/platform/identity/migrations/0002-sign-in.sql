-- Everything around signing in: codes, QR codes, single sign-on, and who signed in.

-- Wrong passwords of accounts that do not exist. They count and lock like those of real ones, so that nobody learns
-- from the answers which accounts there are.
create table identity.unknown_account (
  account_hash bytea primary key,
  wrong_passwords smallint not null,
  wrong_password_at instant not null,
  locked_until instant
);
create index unknown_account_age on identity.unknown_account (wrong_password_at);

create table identity.verification_code (
  id uuid primary key,
  -- The company whose limits held.
  company_id uuid not null references identity.company (id),
  -- 'sms' or 'email'; the address is the phone or the e-mail address in small letters.
  channel text not null,
  address text not null,
  purpose text not null,
  -- Who asked, where somebody signed in did (purpose bind).
  member_id uuid references identity.member (id) on delete cascade,
  -- Nobody has the address: the code counts, but is not sent.
  deliverable boolean not null,
  code_hash bytea not null,
  sent_at instant not null,
  expires_at instant not null,
  wrong_tries smallint not null default 0,
  used_at instant
);
create index verification_code_of_address on identity.verification_code (address, sent_at desc);
create index verification_code_of_member on identity.verification_code (member_id);
create index verification_code_age on identity.verification_code (sent_at);

create table identity.qr_code (
  id uuid primary key,
  secret_hash bytea not null,
  state text not null check (state in ('waiting', 'scanned', 'confirmed', 'rejected', 'used')),
  member_id uuid references identity.member (id) on delete cascade,
  ip text not null,
  user_agent text not null,
  created_at instant not null,
  expires_at instant not null
);
create index qr_code_of_member on identity.qr_code (member_id);
create index qr_code_age on identity.qr_code (expires_at);

-- A single sign-on under way, from the button to the token.
create table identity.single_sign_on (
  state_hash bytea primary key,
  company_id uuid not null references identity.company (id),
  -- Known to the tab that began; the ticket, to the browser that came back. Both are needed for the token.
  secret_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  ticket_hash bytea unique,
  member_id uuid references identity.member (id) on delete cascade,
  expires_at instant not null
);
create index single_sign_on_of_member on identity.single_sign_on (member_id);
create index single_sign_on_age on identity.single_sign_on (expires_at);

-- Which member an account of a provider is.
create table identity.external_account (
  issuer text not null,
  subject text not null,
  company_id uuid not null references identity.company (id),
  member_id uuid not null references identity.member (id) on delete cascade,
  linked_at instant not null,
  primary key (company_id, issuer, subject)
);
create index external_account_of_member on identity.external_account (member_id);

create table identity.sign_in_record (
  id uuid primary key,
  company_id uuid not null references identity.company (id),
  member_id uuid not null references identity.member (id) on delete cascade,
  method text not null,
  succeeded boolean not null,
  error_code integer,
  ip text not null,
  user_agent text not null,
  at instant not null
);
create index sign_in_record_newest on identity.sign_in_record (company_id, at desc, id desc);
create index sign_in_record_of_member on identity.sign_in_record (member_id, at desc);
