-- What the search shows of share accounts and circles; not how often they are visited.
select server.watch_items('community.account', 'account', '{name,description,avatar_file_id,frozen_at}');
select server.watch_items('community.circle', 'circle', '{name,description,cover_file_id,removed_at}');
