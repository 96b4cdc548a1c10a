-- When 10,000 codes are alive, a code that no device polls makes room, or a code of the network that holds most.
delete from screen_pairings;
alter table screen_pairings
  add column network text not null,
  add column polled_until timestamptz(3) not null;
