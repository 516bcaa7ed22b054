-- How a person wants to see amounts. The currencies are the API's list, which may grow.
alter table preferences
  add column bitcoin_unit text not null default 'btc'
    constraint preferences_bitcoin_unit check (bitcoin_unit in ('btc', 'sats')),
  add column display_currency text
    constraint preferences_display_currency check (length(display_currency) = 3);
