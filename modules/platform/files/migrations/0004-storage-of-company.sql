-- How much a company stores, for the overview: added up in the index alone.
create index file_size_of_company on files.file (company_id) include (size_bytes);
