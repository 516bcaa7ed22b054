-- What the administrators' list of merchants shows beside each name, and which merchants need a person.

-- A worker keeps these rows. They are found in tables of several nouns, so a list could not read them from an index.
create table merchant_attention (
  merchant_id integer not null constraint merchant_attention_merchant references merchants on delete cascade,
  reason text not null constraint merchant_attention_reason check (
    reason in ('fees-not-covered', 'collection-failing', 'sync-failing', 'send-stuck', 'setup-stuck')),
  -- What went wrong, as the server or the worker said it.
  detail text,
  since timestamptz not null default app_now(),
  primary key (merchant_id, reason)
);

-- A merchant has a key of its store once the store is ready.
create index merchants_setting_up on merchants (created_at, id) where is_active and btcpay_api_key is null;

-- When a merchant's own people or programs last did something.
create index act_log_by_store_people on act_log (merchant_id, at) where actor_kind in ('merchant', 'merchant-user', 'api-key');
