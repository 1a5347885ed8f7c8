-- What was sent is seen: each reminder or message of the progress board in the sender's words, once for all its recipients.
create table pushes.urge_batch (
  id uuid primary key,
  company_id uuid not null,
  sender_id uuid not null,
  -- As in pushes.urge.
  business_type smallint not null,
  business_id uuid not null,
  name text not null,
  -- A reminder goes to members who are not done; a message says something else, and goes to those as well.
  kind text not null check (kind in ('reminder', 'message')),
  content text not null,
  member_count integer not null check (member_count > 0),
  sent_at instant not null
);
create index urge_batch_of_item on pushes.urge_batch (business_id, business_type, sent_at desc, id desc);
create index urge_batch_of_sender on pushes.urge_batch (sender_id);

alter table pushes.urge add column batch_id uuid references pushes.urge_batch (id) on delete cascade;
create index urge_of_batch on pushes.urge (batch_id) where batch_id is not null;
