-- What a business says of itself on receipts, where it is, and what its forms of new invoices begin with.
alter table merchants
  add column legal_name text constraint merchants_legal_name check (length(legal_name) between 1 and 120),
  add column street text constraint merchants_street check (length(street) between 1 and 200),
  add column city text constraint merchants_city check (length(city) between 1 and 100),
  add column region text constraint merchants_region check (length(region) between 1 and 100),
  add column postal_code text constraint merchants_postal_code check (length(postal_code) between 1 and 20),
  add column country text constraint merchants_country check (country ~ '^[A-Z]{2}$'),
  add column tax_id text constraint merchants_tax_id check (length(tax_id) between 1 and 40),
  add column phone text constraint merchants_phone check (length(phone) between 1 and 40),
  add column website text constraint merchants_website check (length(website) between 1 and 300),
  -- Receipts have it, and so do the screens and emails of people of the store who chose none.
  add column time_zone text constraint merchants_time_zone check (length(time_zone) between 1 and 64),
  add column currency text not null default 'USD' constraint merchants_currency check (currency ~ '^[A-Z]{3,4}$'),
  -- The hour at which a day of the reports ends and the next one begins.
  add column day_ends_hour smallint not null default 0 constraint merchants_day_ends check (day_ends_hour between 0 and 6),
  -- What the forms of invoices and payment links begin with.
  add column pay_methods text[] not null default '{on-chain,lightning}'
    constraint merchants_pay_methods check (pay_methods <> '{}' and pay_methods <@ '{on-chain,lightning}'),
  add column price_minutes integer not null default 15 constraint merchants_price_minutes check (price_minutes between 5 and 1440),
  add column short_percent numeric(4,2) not null default 0 constraint merchants_short_percent check (short_percent between 0 and 5),
  -- Whether the invoice form begins with the fee added to the bill.
  add column passes_fee boolean not null default true;

-- A reported merchant must not remove the reports about it. They stay with the operator as long as any other report: the text
-- and the contact are the visitor's own, and the merchant's addresses are taken out of them.
create or replace function erase_merchant(p_id integer) returns void language plpgsql as $$
declare
  v merchants;
  v_emails text[];
  v_marks text[];
  v_user integer;
begin
  select * into strict v from merchants where id = p_id for update;
  select array_agg(distinct a.email), array_agg(distinct m) filter (where m is not null) into v_emails, v_marks
  from merchant_applications a, unnest(array[a.email, a.contact_name, a.business_name, a.phone, a.business_address, a.tax_id,
    a.business_registration]) m
  where a.merchant_id = p_id;
  v_emails := coalesce(v_emails, '{}') || v.email::text || coalesce((
    select array_agg(x) from account_changes c, unnest(array[c.old_email, c.new_email]) x where c.merchant_id = p_id and x is not null), '{}');
  v_marks := coalesce(v_marks, '{}') || v_emails || v.store_name::text
    || array_remove(array[v.legal_name, v.street, v.tax_id, v.phone, v.website], null);

  for v_user in select id from merchant_users where merchant_id = p_id and erased_at is null loop
    perform erase_merchant_user(v_user);
  end loop;
  perform erase_author(p_id, v_emails);
  perform erase_traces('merchant', p_id, v_emails, v_marks);
  perform set_config('bitquay.erasing', 'on', true);
  update act_log set
    actor_email = case when actor_kind = 'admin' then actor_email end, source_address = case when actor_kind = 'admin' then source_address end,
    detail = coalesce((select jsonb_object_agg(d.key, d.value) from jsonb_each(detail) d where d.key in ('address', 'amountUsd')), '{}')
  where merchant_id = p_id;
  update api_events set object = '{}' where merchant_id = p_id;
  perform set_config('bitquay.erasing', '', true);

  update merchant_applications set email = 'erased-' || id || '@application.invalid', contact_name = 'Erased', business_name = 'Erased',
    phone = '', business_address = null, business_registration = null, tax_id = null, website = null, business_description = '',
    incorporation_country = null, customer_base = null, review_notes = null
  where merchant_id = p_id;
  update application_requests r set message = '', before = case when before is null then null else '{}'::jsonb end
  from merchant_applications a where a.id = r.application_id and a.merchant_id = p_id;
  update account_changes set old_email = 'erased-' || p_id || '@merchant.invalid', reason = 'Erased',
    new_email = case when new_email is null then null else 'erased-' || p_id || '@merchant.invalid' end,
    status = case status when 'open' then 'stopped' else status end, ended_at = coalesce(ended_at, app_now())
  where merchant_id = p_id;
  update invoices set customer_email = null, customer_name = null, refund_email = null, description = null, metadata = '{}', redirect_url = null,
    failure_detail = null
  where merchant_id = p_id;
  update refunds set customer_email = null, reason = null where merchant_id = p_id;
  update transactions set description = null where merchant_id = p_id and description is not null;
  update sends set description = null where merchant_id = p_id and description is not null;
  update lightning_loop_out_requests set admin_notes = null where merchant_id = p_id;
  update lnurl_invoices set comment = '' where merchant_id = p_id and comment <> '';
  update payment_links set title = 'Erased', description = null where merchant_id = p_id;
  update deposit_addresses set reference = 'erased-' || id where merchant_id = p_id;
  update api_keys set name = 'Erased', last_used_from = null, allowed_sources = '{}', revoked_at = coalesce(revoked_at, app_now()) where merchant_id = p_id;
  update tills set name = 'Erased' where merchant_id = p_id;
  update till_cashiers set name = 'Erased ' || id where merchant_id = p_id;
  update till_devices set name = 'Erased', last_used_from = null, user_agent = null, revoked_at = coalesce(revoked_at, app_now()) where merchant_id = p_id;
  update till_sales set note = null where merchant_id = p_id;
  update till_refunds set reason = null where merchant_id = p_id;
  delete from webhook_attempts where delivery_id in (
    select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.merchant_id = p_id);
  update webhook_endpoints set url = 'https://erased.invalid/', description = null, enabled = false where merchant_id = p_id;
  delete from engine_hooks where store_ref in (select id from stores where merchant_id = p_id);
  delete from api_request_log where merchant_id = p_id;
  delete from checkout_origins where merchant_id = p_id;
  delete from merchant_attention where merchant_id = p_id;
  update brands set name = null, support_contact = null, logo_hash = null where merchant_id = p_id;
  update till_items set name = 'Erased', image_hash = null where merchant_id = p_id;
  delete from images where merchant_id = p_id;
  update merchants set email = 'erased-' || p_id || '@merchant.invalid', store_name = 'Erased account', password_hash = null,
    two_factor_enabled = false, two_factor_secret = null, two_factor_pending_secret = null, is_active = false, erased_at = app_now(),
    legal_name = null, street = null, city = null, region = null, postal_code = null, country = null, tax_id = null, phone = null, website = null
  where id = p_id;
  update ledger_seal_people set salt = null where owner_kind = 'merchant' and owner_id = p_id and salt is not null;
end
$$;
