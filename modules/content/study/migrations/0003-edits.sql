-- What finishing an item gives, which screens show beside it (server/db/last-edit.ts).
select server.watch_edits('study.credit_rule', '{class_hours,credits}');
