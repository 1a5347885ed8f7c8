-- What is written to a member outside of a request (mails, messages) needs the member's language; and a member that was
-- erased keeps its row, because others' rows name it, without anything that says who it was.
alter table identity.member
  -- 'cn' or 'en'; null until the member has signed in or chosen one.
  add column language text check (language in ('cn', 'en')),
  add column erased_at instant;
