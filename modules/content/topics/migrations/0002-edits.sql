-- The topics of items, which screens show beside them (server/db/last-edit.ts).
select server.watch_edits('topics.topic', '{name}', of_rows => 'delete');
select server.watch_edits('topics.item_topic', '{sort}');
