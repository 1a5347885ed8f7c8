-- Who may not write is kept by moderation, for members write in more places than below an item.
insert into moderation.mute (company_id, member_id, until, reason, muted_by, created_at)
  select company_id, member_id, until, reason, muted_by, created_at from topics.mute
  on conflict (company_id, member_id) do nothing;
drop table topics.mute;
