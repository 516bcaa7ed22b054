-- Administrators find a merchant by the beginnings of words in the names and addresses of its users too.
create index merchant_users_search on merchant_users using gin (search_words(name || ' ' || email::text));

-- How long each queue was in the last minutes, for the charts of the System page. A worker adds and removes rows.
create table queue_samples (
  minute timestamptz primary key,
  webhooks bigint not null,
  emails bigint not null,
  failed_emails bigint not null,
  payouts bigint not null,
  stuck_payouts bigint not null
);
