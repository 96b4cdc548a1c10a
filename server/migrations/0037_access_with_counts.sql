-- Another value whenever what a merchant's tokens may do has changed: who counts a request sees by it whether what it knows of
-- the token still holds, and need not read the token. Null where nobody has asked for it yet.
alter table request_counts add column access uuid;
