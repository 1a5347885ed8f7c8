-- Exams may ask for a picture at the start. Those that exist ask for none.
update exams.exam set rules = rules || '{"photoCheck": null}',
  published_rules = published_rules || '{"photoCheck": null}';

create table exams.photo (
  attempt_id uuid primary key references exams.attempt (id) on delete cascade,
  company_id uuid not null,
  -- Null: the examinee took none, or its time is over.
  file_id uuid,
  declined text check (declined in ('no-camera', 'no-consent')),
  taken_at instant not null,
  kept_until instant not null,
  verdict text check (verdict in ('match', 'mismatch')),
  checked_at instant,
  checked_by uuid,
  check (declined is null or file_id is null)
);
