-- What the search shows of a class; not how many places are taken, which moves with each enrollment.
select server.watch_items('classes.class', 'class', '{name,summary,description,venue,cover_file_id,starts_at,ends_at,status,deleted_at,published_at,version_number}');
