-- Lists of transactions.

-- A page of transactions joins four tables, and planning that took about as long as reading the rows. A connection
-- keeps the plan of this function. Its settings rule out plans that read whole tables, because a plan made on a young
-- database is kept when the tables are large. The rows are in the order of their IDs in the list.
create function shown_transactions(ids integer[], with_ends boolean)
  returns table(id integer, txid text, engine_key text, type text, status text, disputed boolean, method text, purpose text, amount numeric, fee_sats bigint, fee_cents bigint, gross_cents bigint, net_cents bigint, btc_price numeric, booked boolean, confirmed_at timestamptz, address text, invoice_id text, description text, seen_at timestamptz, confirmations integer, block_height integer, network_fee_sats bigint, size_bytes integer, weight_units integer, fee_percentage numeric, partner_sats bigint, inputs jsonb, outputs jsonb, customer_email text, customer_name text, item_description text, payment_link_id integer) language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  return query
  select t.id, t.txid, t.engine_key, t.type, t.status, t.disputed, t.method, t.purpose,
    t.amount, t.fee_sats, t.fee_cents, t.gross_cents, t.net_cents,
    t.btc_price, t.booked, t.confirmed_at, t.address, t.invoice_id, t.description,
    t.seen_at, t.confirmations, t.block_height, d.fee_sats, d.size_bytes,
    d.weight_units, f.fee_percentage, f.partner_sats, case when with_ends then d.inputs end,
    case when with_ends then d.outputs end, i.customer_email::text,
    i.customer_name, i.description, coalesce(i.payment_link_id, t.payment_link_id)
  from unnest(ids) with ordinality page (id, place) join transactions t on t.id = page.id
    left join transaction_details d on d.txid = t.txid
    left join fee_transactions f on f.transfer_id = t.transfer_id
    left join invoices i on i.invoice_id = t.invoice_id
  order by page.place;
end
$$;
