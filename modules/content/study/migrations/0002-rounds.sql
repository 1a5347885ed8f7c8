-- What is opened again, as retraining, may give class hours and credits once more: once a round.
alter table study.credit_record add column round_id uuid;
alter table study.credit_record drop constraint credit_record_member_id_kind_business_type_business_id_key;
create unique index credit_record_once on study.credit_record (member_id, kind, business_type, business_id, round_id)
  nulls not distinct;
