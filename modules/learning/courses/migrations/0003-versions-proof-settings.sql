-- Learners stay on the version that they registered for until they move, or are moved. Until now everybody studied the
-- newest: that is the version they are on.
update courses.registration r set version_id = c.published_version_id
from courses.course c
where c.id = r.course_id and c.published_version_id is not null and r.version_id <> c.published_version_id;

alter table courses.course
  add column no_forward_seeking boolean not null default false,
  -- 0: a film never asks whether somebody is still there.
  add column presence_check_minutes smallint not null default 0 check (presence_check_minutes between 0 and 60),
  -- Who goes along to the version that is applied for, when it is published.
  add column version_moves text not null default 'nobody'
    check (version_moves in ('nobody', 'not-started', 'unfinished', 'all'));

-- Sections of packages, of other modules' activities, and those that are finished by proof.
alter table courses.section
  drop constraint section_kind_check,
  drop constraint section_check,
  add column package_id uuid,
  -- An exam, a survey or a live, in the module that owns it.
  add column activity_id uuid,
  add column needs_review boolean not null default false,
  -- What is to be handed in, and until when.
  add column review_guide text not null default '',
  add column review_deadline instant,
  add constraint section_kind_check check (
    kind in ('video', 'audio', 'pdf', 'text', 'link', 'package', 'exam', 'survey', 'live')),
  add constraint section_content_check check (
    case
      when kind = 'text' then body is not null
      when kind = 'link' then url is not null
      when kind = 'package' then package_id is not null
      when kind in ('exam', 'survey', 'live') then activity_id is not null
      else file_id is not null
    end);
create index section_of_package on courses.section (package_id) where package_id is not null;
create index section_of_activity on courses.section (activity_id) where activity_id is not null;

-- True where what was watched finishes nothing: an auditor does.
alter table courses.section_progress add column by_proof boolean not null default false;

-- What a learner hands in for a section, and what an auditor says to it. At most one waits.
create table courses.proof (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid not null,
  member_id uuid not null,
  -- As it was called when it was handed in.
  section_title text not null,
  content text not null,
  file_ids uuid[] not null,
  handed_in_at instant not null,
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'rejected')),
  opinion text not null default '',
  decided_by uuid,
  decided_at instant,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index proof_waiting on courses.proof (member_id, course_id, section_id) where state = 'waiting';
create index proof_of_member on courses.proof (member_id, handed_in_at desc, id);
create index proof_of_course on courses.proof (course_id, state, handed_in_at, id);

-- A section, or the whole course where none is named, that somebody was let off, and why.
create table courses.waiver (
  id uuid primary key,
  company_id uuid not null,
  course_id uuid not null references courses.course (id) on delete cascade,
  section_id uuid,
  member_id uuid not null,
  by_id uuid not null,
  reason text not null,
  created_at instant not null
);
create index waiver_of_member on courses.waiver (member_id, course_id, created_at);
create index waiver_of_course on courses.waiver (course_id);

-- Courses that have to be finished before another is begun. Without a circle.
create table courses.prerequisite (
  course_id uuid not null references courses.course (id) on delete cascade,
  required_id uuid not null references courses.course (id) on delete cascade,
  company_id uuid not null,
  sort smallint not null,
  primary key (course_id, required_id),
  check (course_id <> required_id)
);
create index prerequisite_of on courses.prerequisite (required_id);
