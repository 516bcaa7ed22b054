-- Named rates of sales tax. Items and tills point to them, and a sale keeps a copy of the rates that it was charged with.
create table till_tax_rates (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint till_tax_rates_merchant references merchants(id),
  name text not null constraint till_tax_rates_name check (length(name) between 1 and 40),
  percent numeric(5,3) not null constraint till_tax_rates_percent check (percent >= 0),
  created_at timestamptz not null default app_now(),
  constraint till_tax_rates_of_merchant unique (merchant_id, id)
);

alter table till_items
  add column tax_rate_id integer,
  add constraint till_items_tax_rate foreign key (merchant_id, tax_rate_id) references till_tax_rates(merchant_id, id);
alter table tills
  -- Whether prices are with tax. Otherwise it is added.
  add column prices_include_tax boolean not null default false,
  -- The tax on amounts from the keypad. Null: none.
  add column keypad_tax_rate_id integer,
  -- Printed below the total.
  add column receipt_footer text constraint tills_receipt_footer check (length(receipt_footer) <= 200),
  add constraint tills_keypad_tax_rate foreign key (merchant_id, keypad_tax_rate_id)
    references till_tax_rates(merchant_id, id);
alter table till_sales
  add column tax numeric(20,8) not null default 0,
  -- Whether its prices were with tax, as the till had it.
  add column prices_include_tax boolean not null default false;

create index till_items_by_tax_rate on till_items (tax_rate_id) where tax_rate_id is not null;
