-- Merchants without a store, and stores whose webhook has another address, are found without looking through all of them.
create index merchants_without_store on merchants (id) where is_active and btcpay_api_key is null;

-- The address of a store's webhook without the store's ID: the same for all stores of one address of ours.
create function webhook_base(webhook_url text, store_id text) returns text language sql immutable as $$
  select case when right(webhook_url, length(store_id)) = store_id
    then left(webhook_url, length(webhook_url) - length(store_id)) end collate "C"
$$;
create index stores_by_webhook_base on stores (webhook_base(webhook_url, store_id)) where status = 'ready';
