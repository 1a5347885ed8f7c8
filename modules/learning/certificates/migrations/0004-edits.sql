-- What finishing an item gives, which screens show beside it (server/db/last-edit.ts).
select server.watch_edits('certificates.rule', '{template_id}');
select server.watch_edits('certificates.template', '{name}', of_rows => 'delete');
