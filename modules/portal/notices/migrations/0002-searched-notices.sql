-- What the search shows of a notice.
select server.watch_items('notices.notice', 'notice', '{title,content,status,published_at}');
