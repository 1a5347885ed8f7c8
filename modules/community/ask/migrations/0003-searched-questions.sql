-- What the search shows of a question: its text, and those of its answers.
select server.watch_items('ask.question', 'question', '{title,content,state,is_anonymous}');
select server.watch_items('ask.answer', 'question', '{content,removed_at,accepted_at}', item => 'question_id');
