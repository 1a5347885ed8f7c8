-- Publishing may need an approval, a deleted course lies in the recycle bin before it is gone, and a course may ask for
-- the viewer's name across its videos.
alter table courses.course
  add column watermark boolean not null default false,
  -- The last application to publish is in progress, or was refused; null: there is none that matters any more.
  add column approval text check (approval in ('waiting', 'refused')),
  add column deleted_at instant;
