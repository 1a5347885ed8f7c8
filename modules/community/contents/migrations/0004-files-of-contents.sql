-- The pictures, sounds and attachments of a text, and its cover, as far as its writers have uploaded them: they are shown to whoever
-- may read the content. A file that somebody only names by its id is not among them.
create table contents.content_file (
  content_id uuid not null references contents.content (id) on delete cascade,
  file_id uuid not null,
  company_id uuid not null,
  -- It stands in the text that readers see, and not only in a change that waits for its review.
  is_published boolean not null,
  primary key (content_id, file_id)
);
create index content_file_of_file on contents.content_file (file_id);
