-- A picture by which a learning path is known in lists, and on its page.
alter table paths.path add column cover_file_id uuid;
