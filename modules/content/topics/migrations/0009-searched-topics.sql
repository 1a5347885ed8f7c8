-- What the search shows of a topic.
select server.watch_items('topics.topic', 'topic', '{name}');
