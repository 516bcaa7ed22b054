-- Programs list the invoices whose metadata has a value. Each value begins with its merchant, as words of a search do, and
-- is hashed, because an index can't hold long texts.
create function invoice_notes(merchant_id integer, metadata jsonb) returns text[]
language sql immutable parallel safe
return array(
  select md5(merchant_id || ':' || key || '=' || value) from jsonb_each_text(metadata) where value is not null
);
create index invoices_by_metadata on invoices using gin (invoice_notes(merchant_id, metadata))
  where invoice_id is not null and metadata <> '{}';
