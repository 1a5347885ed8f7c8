-- What the search shows of a member: name and organization. A member who may not sign in is not found.
select server.watch_items('identity.member', 'person', '{full_name,organization_id,enabled,avatar_path}');
select server.watch_items('identity.organization', 'organization', '{name,merged_into_id}');
