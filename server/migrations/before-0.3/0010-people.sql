-- Bringing merchants in and looking after people: what an application became, markups that change with notice, letters
-- that a merchant wishes for, and what makes long lists of merchants quick to read.

alter table merchant_applications
  -- What an approval made, once.
  add column merchant_id integer constraint merchant_applications_merchant references merchants
    constraint merchant_applications_merchant_unique unique,
  add constraint merchant_applications_approved check ((status = 'approved') = (merchant_id is not null));
create index merchant_applications_by_status on merchant_applications (status, id desc);

-- A merchant's markup after the one that it began with. A raise lies at least 30 days ahead, a fall may be at once; what
-- was announced and taken back stays to be read.
create table markup_changes (
  id integer generated always as identity primary key,
  merchant_id integer not null constraint markup_changes_merchant references merchants,
  markup_fee_percent numeric(5, 3) not null
    constraint markup_changes_percent check (markup_fee_percent between 0 and 50),
  effective_from timestamptz not null,
  created_by integer not null constraint markup_changes_created_by references admins,
  created_at timestamptz not null default app_now(),
  cancelled_at timestamptz
);
create index markup_changes_in_force on markup_changes (merchant_id, effective_from desc, id desc) where cancelled_at is null;

-- The markup in force. Payments are booked with it, so it is decided by time and not by whoever comes to write it down.
create function markup_percent_of(p_merchant_id integer) returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select c.markup_fee_percent from markup_changes c
      where c.merchant_id = p_merchant_id and c.cancelled_at is null and c.effective_from <= app_now()
      order by c.effective_from desc, c.id desc limit 1),
    (select m.markup_fee_percent from merchants m where m.id = p_merchant_id)
  )
$$;

-- Since when the merchant wishes for a letter about each payment; null while it does not.
alter table merchants add column payment_letters_since timestamptz;
alter table transactions add column told_at timestamptz;
create index transactions_untold on transactions (merchant_id, confirmed_at) where booked and told_at is null;

-- Lists of merchants are searched by the beginnings of words, in names and addresses, without an extension that a
-- Postgres elsewhere may lack.
create function search_words(p_text text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple', regexp_replace(lower(p_text), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))
$$;
create index merchants_search on merchants using gin (search_words(store_name || ' ' || email::text));
create index merchants_active on merchants (is_active, id desc);
create index merchant_applications_search on merchant_applications
  using gin (search_words(business_name || ' ' || contact_name || ' ' || email::text));
