-- Lecturers: members of the company who teach, and people from outside. Classes and others book their times under a reference
-- of their own; the teaching log consists of these bookings.
create table lecturers.lecturer (
  id uuid primary key,
  company_id uuid not null,
  kind text not null check (kind in ('internal', 'external')),
  -- Of an internal one, who belongs to the organization of the member.
  member_id uuid unique,
  -- Of an external one: whose administrators keep the entry.
  organization_id uuid,
  -- Of an external one; an internal one goes by the name of the member.
  full_name text not null,
  employer text not null,
  job_title text not null,
  level smallint not null check (level between 1 and 5),
  subjects text[] not null,
  introduction text not null,
  picture_file_id uuid,
  phone text not null,
  email text not null,
  fee_hundredths int check (fee_hundredths between 0 and 999999999),
  contract_from date,
  contract_until date,
  remark text not null,
  -- Weekly hours and days off: written as a whole, and read for a few lecturers at a time.
  availability jsonb not null,
  is_enabled boolean not null default true,
  revision int not null default 0,
  created_at instant not null,
  updated_at instant not null,
  check ((kind = 'internal') = (member_id is not null)),
  check ((kind = 'external') = (organization_id is not null)),
  check (contract_from <= contract_until)
);
create index lecturer_managed on lecturers.lecturer (company_id, updated_at desc, id);
create index lecturer_listed on lecturers.lecturer (company_id, level desc, id) where is_enabled;

-- A survey whose ratings are of the lecturer. Its results stay with surveys.
create table lecturers.evaluation (
  lecturer_id uuid not null references lecturers.lecturer (id) on delete cascade,
  survey_id uuid not null,
  company_id uuid not null,
  created_at instant not null,
  created_by uuid not null,
  primary key (lecturer_id, survey_id)
);

-- A time at which a lecturer teaches something. Two may overlap: whoever plans is warned, and decides.
create table lecturers.booking (
  ref_kind text not null,
  ref_id uuid not null,
  lecturer_id uuid not null references lecturers.lecturer (id),
  company_id uuid not null,
  title text not null,
  link text not null,
  starts_at instant not null,
  ends_at instant not null,
  primary key (ref_kind, ref_id, lecturer_id),
  check (starts_at < ends_at)
);
create index booking_lecturer on lecturers.booking (lecturer_id, starts_at desc);
