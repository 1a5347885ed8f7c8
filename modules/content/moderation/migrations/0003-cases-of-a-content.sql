-- The newest case of a content, which is opened again where its author brings the content back.
create index content_case_of_content on moderation.content_case (company_id, business_type, business_id, created_at desc, id desc);
