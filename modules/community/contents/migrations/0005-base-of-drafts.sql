-- A draft of a change knows the revision of the content on which it began: what a co-author or an administrator has published since is
-- replaced knowingly, and not without a word. A draft from before has none.
alter table contents.draft add column content_revision int;
