-- When an item appeared, as its module says: lists of a topic go from newest to oldest by an index, however many items bear it.
-- What has no time stands in no such list.
alter table topics.item_topic add column appeared_at instant;
create index item_of_topic_newest on topics.item_topic (topic_id, business_type, appeared_at desc, business_id desc)
  where appeared_at is not null;
