-- What a member shows of their certificates on the own homepage: nothing, until they choose it for a certificate. What
-- colleagues read there are those that still hold, newest first; few of many, so the index holds only them.
alter table certificates.certificate
  add column shown_on_homepage boolean not null default false;
create index certificate_shown on certificates.certificate (member_id, issued_at desc, id desc)
  where shown_on_homepage and status = 'current';
