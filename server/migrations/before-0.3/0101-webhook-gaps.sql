-- Servers whose webhooks may not have arrived, and the latest sign of it. All stores of such a server are read once more.
create table webhook_gaps (
  server_url text primary key,
  reason text not null constraint webhook_gaps_reason check (reason in ('unreachable', 'late', 'missing')),
  started_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now()
);

-- Payments of invoices that a sync found before any webhook named them. The webhook may still be on its way.
create table unannounced_payments (
  store_ref integer not null constraint unannounced_payments_store references stores on delete cascade,
  invoice_id text not null,
  found_at timestamptz not null default app_now(),
  primary key (store_ref, invoice_id)
);
create index unannounced_payments_by_time on unannounced_payments (found_at);

-- Which stores of a server have not been read since.
create index stores_by_server on stores (server_url, synced_at) where status = 'ready';
