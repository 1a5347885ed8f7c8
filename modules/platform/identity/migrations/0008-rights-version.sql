-- What is handed out to a member for a while (the opened player of a package, signed addresses of files) names the version of
-- the member's rights. The version rises when the rights may have become fewer: a role was taken away, a permission was
-- taken from a role, or the member stands in another organization or position. What names an older version is refused.
alter table identity.member add column rights_version integer not null default 0;

create function identity.rights_by_place() returns trigger language plpgsql as $$
begin
  new.rights_version := old.rights_version + 1;
  return new;
end $$;
create trigger rights_by_place before update of organization_id, position_id on identity.member for each row
  when (old.organization_id is distinct from new.organization_id or old.position_id is distinct from new.position_id)
  execute function identity.rights_by_place();

create function identity.rights_by_grant() returns trigger language plpgsql as $$
begin
  update identity.member set rights_version = rights_version + 1 where id = old.member_id;
  return null;
end $$;
create trigger rights_by_grant_taken after delete on identity.role_grant for each row
  when (old.enabled) execute function identity.rights_by_grant();
create trigger rights_by_grant_changed after update on identity.role_grant for each row
  when (old.enabled and (not new.enabled or old.role <> new.role or old.organization_id <> new.organization_id))
  execute function identity.rights_by_grant();

create function identity.rights_by_role() returns trigger language plpgsql as $$
begin
  update identity.member m set rights_version = m.rights_version + 1
    where m.company_id = new.company_id and (new.role = 'learner' or exists (
      select from identity.role_grant g where g.member_id = m.id and g.role = new.role and g.enabled));
  return null;
end $$;
create trigger rights_by_role after insert or update on identity.role_permission for each row
  when (not new.allowed) execute function identity.rights_by_role();

-- The session that confirmed a code: one that has ended since signs nobody in.
alter table identity.qr_code add column session_id uuid references identity.session (id) on delete cascade;
create index qr_code_of_session on identity.qr_code (session_id);
