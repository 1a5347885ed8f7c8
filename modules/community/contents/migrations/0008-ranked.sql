-- Readers of a content count in the ranking of what is opened, each once a day.
create function contents.rank_reading() returns trigger language plpgsql as $$
declare
  reading contents.reading := case when tg_op = 'DELETE' then old else new end;
begin
  -- A reading knows its day alone, which the hour at noon names in every zone but the farthest.
  perform server.note_figure(reading.company_id, 'browse-count', 'reading', reading.content_id::text || ':' ||
    reading.member_id::text || ':' || reading.day::text, 16, reading.content_id, reading.member_id,
    case when tg_op = 'DELETE' then 0 else 1 end, reading.day * 86400000::bigint + 43200000);
  return null;
end $$;
create trigger rank_reading after insert or delete on contents.reading
  for each row execute function contents.rank_reading();
select server.note_figure(r.company_id, 'browse-count', 'reading', r.content_id::text || ':' || r.member_id::text || ':' ||
    r.day::text, 16, r.content_id, r.member_id, 1, r.day * 86400000::bigint + 43200000)
  from contents.reading r;
