-- The sites that may show a merchant's checkout inside of their own pages.
create table checkout_origins (
  merchant_id integer not null references merchants (id) on delete cascade,
  -- It becomes a part of a header, so that it holds nothing but a scheme, a host and a port.
  origin text not null constraint checkout_origins_origin
    check (length(origin) <= 270 and origin ~ '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$'),
  created_at timestamptz not null default app_now(),
  constraint checkout_origins_unique primary key (merchant_id, origin)
);
