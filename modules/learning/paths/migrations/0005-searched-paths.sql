-- What the search shows of a learning path: it is written as a whole, and each writing moves its revision.
select server.watch_items('paths.path', 'path', '{name,summary,cover_file_id,channel_id,status,deleted_at,revision}');
