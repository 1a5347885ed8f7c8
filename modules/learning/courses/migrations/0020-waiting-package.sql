-- A package says that it is done, sooner than its author finds credible: it has to be open for so long until that counts.
alter table courses.section_progress add column waits_ms bigint check (waits_ms >= 0);
