-- How many members studied on a day, for the overview: of a company with 100,000 members the rows of one day, not all.
create index study_time_of_day on courses.study_time (company_id, day) include (member_id);
