-- What the search shows of a content; not its counters.
select server.watch_items('contents.content', 'content', '{title,excerpt,plain_text,cover_file_id,is_listed,removed_at,published_at}');
select server.watch_items('contents.content_caption', 'content', '{is_published}', item => 'content_id');
