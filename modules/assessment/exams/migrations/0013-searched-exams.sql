-- What the search shows of an exam.
select server.watch_items('exams.exam', 'exam', '{name,summary,cover_file_id,start_at,end_at,status,deleted_at,published_at,version_number}');
