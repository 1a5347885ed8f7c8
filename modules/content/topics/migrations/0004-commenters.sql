-- Who has written about an item, replies as well: modules count it as taking part.
create index comment_commenter on topics.comment (company_id, business_type, business_id, member_id) where removed is null;
