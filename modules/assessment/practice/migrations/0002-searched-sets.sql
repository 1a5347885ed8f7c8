-- What the search shows of a practice set.
select server.watch_items('practice.practice_set', 'practice-set', '{name,summary,status,deleted_at,published_at}');
