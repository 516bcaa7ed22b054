-- How a Lightning Address looks to a payer: separators don't count, and some characters are easily taken for others.
create function lightning_address_look(name text) returns text language sql immutable parallel safe
  return replace(replace(translate(name, '01i._-', 'oll'), 'rn', 'm'), 'vv', 'w');

create index lightning_addresses_by_look on lightning_addresses (lightning_address_look(name));
