-- A shop gives a refund a name and a description. The reason has both, and this many characters of it are the name.
alter table refunds add column name_characters smallint
  constraint refunds_name_characters check (name_characters between 0 and 500);
