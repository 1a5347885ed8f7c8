-- What the search shows of a column.
select server.watch_items('columns.special_column', 'column', '{title,introduction,cover_file_id,state,removed_at,released_at}');
