-- What the search shows of a live session; not its counters.
select server.watch_items('live.live', 'live',
  '{subject,description,lecturer_desc,cover_file_id,start_time,planned_end_at,status,share_scope,host_id}');
