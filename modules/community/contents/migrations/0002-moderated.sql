-- A moderator's decision removes a content: nobody but a moderator brings it back, so it stands in no recycle bin.
alter table contents.content add column moderated_at instant;
