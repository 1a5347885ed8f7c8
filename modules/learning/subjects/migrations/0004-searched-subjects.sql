-- What the search shows of a subject. Publishing moves `published_at`, and with it the stages on the shelf.
select server.watch_items('subjects.subject', 'subject',
  '{name,summary,description,cover_file_id,status,deleted_at,published_at,version_number,author_id}');
