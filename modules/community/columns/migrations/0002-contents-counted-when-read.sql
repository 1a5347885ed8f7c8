-- Contents of a column are counted for whoever reads them: the counter kept what had been closed, removed or hidden since.
alter table columns.special_column drop column content_count;
