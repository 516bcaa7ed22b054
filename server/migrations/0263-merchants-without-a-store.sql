-- The worker that creates stores asks every second whether a merchant lacks one.
create index merchants_without_key on merchants (id) where is_active and btcpay_api_key is null;
