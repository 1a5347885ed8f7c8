-- What the search shows of a contest; not how many works it has.
select server.watch_items('contests.contest', 'contest', '{name,summary,description,cover_file_id,rounds,ends_at,status,deleted_at,published_at}');
