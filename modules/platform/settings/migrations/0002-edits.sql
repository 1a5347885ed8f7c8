-- The rules of a company, which every call of learners asks for (server/db/last-edit.ts).
select server.watch_edits('settings.rule_config', '{value}');
