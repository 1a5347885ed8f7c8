-- Orders are found by the names of what was bought, among millions of lines.
create extension if not exists pg_trgm with schema public;
create index line_name on orders.line using gin (name gin_trgm_ops);
