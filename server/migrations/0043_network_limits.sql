-- A start of a single sign-on counts for each network of its address.
alter table company_flows alter column counter type text[] using array[counter];
alter table company_flows rename column counter to counters;
