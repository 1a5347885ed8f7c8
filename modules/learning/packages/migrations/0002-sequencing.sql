-- SCORM 2004: where the learner stands in the manifest's sequencing, as the run-time wrote it down. null: nothing was begun, or the
-- package rules nothing.
alter table packages.attempt add column sequencing text;
