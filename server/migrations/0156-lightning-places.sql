-- Who requested a BOLT11, as a keyed hash of the network, so that one payer can't take all places of a merchant. It is
-- forgotten a week after the payment. An invoice may give up its place before it can no longer be paid.
alter table lnurl_invoices add column source text, add column place_until timestamptz;
create index lnurl_invoices_of_source on lnurl_invoices (merchant_id, source, paid_at) where source is not null;
