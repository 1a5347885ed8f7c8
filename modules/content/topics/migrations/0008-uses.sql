-- Uses are added and taken away from now on; those that were counted beside others at one moment are counted again.
update topics.topic t set use_count = counted.uses
from (select t.id, count(i.topic_id)::int as uses from topics.topic t
  left join topics.item_topic i on i.topic_id = t.id group by t.id) counted
where t.id = counted.id and t.use_count <> counted.uses;
