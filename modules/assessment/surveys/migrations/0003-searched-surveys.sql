-- What the search shows of a survey.
select server.watch_items('surveys.survey', 'survey', '{name,summary,cover_file_id,start_at,end_at,status,deleted_at,published_at,version_number}');
