-- Names of organizations and members, pictures, and where organizations stand: what other modules show of them is kept in the
-- server processes until one of these is edited (server/db/last-edit.ts). Nobody shows a new member before something names it.
select server.watch_edits('identity.organization', '{name,parent_id,merged_into_id}');
select server.watch_edits('identity.organization_ancestor', '{}',
  $$select company_id from identity.organization where id = ($1 ->> 'organization_id')::uuid$$);
select server.watch_edits('identity.member', '{full_name,avatar_path,organization_id}', of_rows => 'delete');
