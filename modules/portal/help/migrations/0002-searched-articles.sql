-- What the search shows of a help article.
select server.watch_items('help.article', 'help', '{title_cn,title_en,plain_cn,plain_en,is_published}');
