-- Captions of videos. A row is one file that an author has uploaded, and never changes: another file in the same language is another
-- row, so what a draft or a waiting change brings is not what readers see.
create table contents.caption (
  id uuid primary key,
  company_id uuid not null,
  -- Who uploaded it; null once that member is erased.
  member_id uuid,
  -- A tag of BCP 47.
  language text not null,
  label text not null,
  -- [{ from, to, text }] in milliseconds, ordered; plain text.
  cues jsonb not null,
  cue_count integer not null,
  created_at instant not null
);
create index caption_of_member on contents.caption (member_id);
create index caption_created on contents.caption (created_at, id);

create table contents.content_caption (
  content_id uuid not null references contents.content (id) on delete cascade,
  caption_id uuid not null references contents.caption (id) on delete cascade,
  company_id uuid not null,
  -- Readers see it; false for what only a change brings that waits for its review.
  is_published boolean not null,
  primary key (content_id, caption_id)
);
create index content_caption_of_caption on contents.content_caption (caption_id);
