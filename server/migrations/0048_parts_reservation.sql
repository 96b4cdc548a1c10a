-- Room for parts beside the whole file, in a store that may hold both at once.
alter table upload_parts add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0);
