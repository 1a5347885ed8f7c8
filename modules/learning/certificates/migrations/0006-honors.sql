-- Certificates of what was won, not learnt: each stands for its own occasion, so a member may have several of one template,
-- and it ends with none of them. Whoever must show that members are trained does not count them.
alter table certificates.certificate add column is_honor boolean not null default false;
alter table certificates.certificate drop constraint certificate_origin_check;
alter table certificates.certificate add constraint certificate_origin_check
  check (origin in ('earned', 'renewed', 'reissued', 'granted', 'awarded'));
drop index certificates.certificate_current;
create unique index certificate_current on certificates.certificate (member_id, template_id)
  where status = 'current' and not is_honor;
drop index certificates.certificate_once;
create unique index certificate_once on certificates.certificate (member_id, template_id, business_type, business_id, finished_at)
  where origin in ('earned', 'renewed', 'awarded');
