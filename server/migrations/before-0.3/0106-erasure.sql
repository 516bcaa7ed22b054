-- A person's data is erased as the law asks. The ledger keeps amounts without names, and so do the records behind it.

alter table merchants add column erased_at timestamptz;
alter table merchant_users add column erased_at timestamptz;
alter table partners add column erased_at timestamptz;
alter table admins add column erased_at timestamptz;

-- The audit log and the events stay append-only, except that an erasure takes personal fields out of them.
create function keep_but_erase() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('bitquay.erasing', true) = 'on'
    and to_jsonb(new) - array['actor_email', 'source_address', 'detail', 'object']
      = to_jsonb(old) - array['actor_email', 'source_address', 'detail', 'object'] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_append_only';
end
$$;
drop trigger append_only on act_log;
create trigger append_only before update or delete on act_log for each row execute function keep_but_erase();
drop trigger append_only on api_events;
create trigger append_only before update or delete on api_events for each row execute function keep_but_erase();

-- Whether a text contains one of the marks. Very short ones would be found in texts about others.
create function contains_mark(value text, marks text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(marks) m where length(m) >= 5 and position(lower(m) in lower(value)) > 0)
$$;

-- What only the person's own sign-in needs, and what mentions the person beside records of money.
create function erase_traces(p_kind text, p_id integer, emails text[], marks text[]) returns void language plpgsql as $$
begin
  perform set_config('bitquay.erasing', 'on', true);
  delete from sessions where person_kind = p_kind and person_id = p_id;
  delete from known_devices where person_kind = p_kind and person_id = p_id;
  delete from recovery_codes where person_kind = p_kind and person_id = p_id;
  delete from preferences where person_kind = p_kind and person_id = p_id;
  delete from notification_settings where person_kind = p_kind and person_id = p_id;
  delete from notifications where (person_kind = p_kind and person_id = p_id) or contains_mark(coalesce(about, '') || subject || coalesce(reason, ''), marks);
  delete from event_streams where person_kind = p_kind and person_id = p_id;
  delete from password_reset_tokens where email = any (emails);
  delete from sign_in_failures where contains_mark(account, emails);
  delete from attempt_limits where contains_mark(bucket, emails);
  delete from customer_email_counts where contains_mark(bucket, emails);
  delete from mail_outbox where recipient = any (emails) or contains_mark(subject || body_text || body_html, marks);
  delete from account_change_links where email = any (emails);
  delete from page_reports where contains_mark(coalesce(contact, '') || reason, marks);
  -- The audit compares the address and amount of a withdrawal with its record.
  update act_log set
    actor_email = case when actor_email = any (emails) then null else actor_email end,
    source_address = case when actor_kind = p_kind and actor_id = p_id then null else source_address end,
    detail = coalesce((select jsonb_object_agg(d.key, d.value) from jsonb_each(detail) d where d.key in ('address', 'amountUsd')), '{}')
  where (actor_kind = p_kind and actor_id = p_id) or actor_email = any (emails) or contains_mark(detail::text, marks);
  update audit_runs set asked_by = null where asked_by = any (emails);
  update audit_runs set notes = '[]' where contains_mark(notes::text, marks);
  update alerts set sentence = 'Erased' where contains_mark(sentence, marks);
  perform set_config('bitquay.erasing', '', true);
end
$$;

-- Replaces a person in the columns that say who did something, of one merchant or of all.
create function erase_author(of_merchant integer, emails text[]) returns void language plpgsql as $$
declare
  c record;
begin
  for c in
    select x.table_name, x.column_name, exists (
      select from information_schema.columns m where m.table_schema = x.table_schema and m.table_name = x.table_name and m.column_name = 'merchant_id') as has_merchant
    from information_schema.columns x join information_schema.tables t using (table_schema, table_name)
    where x.table_schema = current_schema and t.table_type = 'BASE TABLE' and x.data_type = 'text'
      and x.column_name in ('created_by', 'revoked_by', 'requested_by', 'offered_by', 'decided_by', 'renewed_by')
  loop
    execute format('update %I set %I = ''Erased'' where %I = any ($1)', c.table_name, c.column_name, c.column_name)
      || case when c.has_merchant and of_merchant is not null then ' and merchant_id = $2' else '' end using emails, of_merchant;
  end loop;
end
$$;

create function erase_merchant_user(p_id integer) returns void language plpgsql as $$
declare
  v merchant_users;
begin
  select * into strict v from merchant_users where id = p_id for update;
  perform erase_author(v.merchant_id, array[v.email]);
  perform erase_traces('merchant-user', p_id, array[v.email], array[v.email, v.name]);
  update merchant_users set email = 'erased-' || p_id || '@user.invalid', name = 'Erased', password_hash = null, two_factor_enabled = false,
    two_factor_secret = null, two_factor_pending_secret = null, is_active = false, password_reset_token = null, erased_at = app_now()
  where id = p_id;
  -- What they requested is part of their store's hashes.
  update ledger_seal_people set salt = null where owner_kind = 'merchant' and owner_id = v.merchant_id and salt is not null;
end
$$;

create function erase_partner(p_id integer) returns void language plpgsql as $$
declare
  v partners;
begin
  select * into strict v from partners where id = p_id for update;
  perform erase_author(null, array[v.email]);
  perform erase_traces('partner', p_id, array[v.email], array[v.email, v.name]);
  update partners set email = 'erased-' || p_id || '@partner.invalid', name = 'Erased', password_hash = null, two_factor_enabled = false,
    two_factor_secret = null, two_factor_pending_secret = null, is_active = false, erased_at = app_now()
  where id = p_id;
  update ledger_seal_people set salt = null where owner_kind = 'partner' and owner_id = p_id and salt is not null;
end
$$;

create function erase_admin(p_id integer) returns void language plpgsql as $$
declare
  v admins;
begin
  select * into strict v from admins where id = p_id for update;
  perform erase_author(null, array[v.email]);
  perform erase_traces('admin', p_id, array[v.email], array[v.email, v.name]);
  update admins set email = 'erased-' || p_id || '@admin.invalid', name = 'Erased', password_hash = null, two_factor_enabled = false,
    two_factor_secret = null, two_factor_pending_secret = null, is_active = false, erased_at = app_now()
  where id = p_id;
end
$$;

-- An account with everyone and everything in it: its people, its application, its customers. Amounts, addresses on the chain
-- and identifiers of the engine stay.
create function erase_merchant(p_id integer) returns void language plpgsql as $$
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
  v_marks := coalesce(v_marks, '{}') || v_emails || v.store_name::text;

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
  delete from page_reports where merchant_id = p_id;
  update brands set name = null, support_contact = null, logo_hash = null where merchant_id = p_id;
  update till_items set name = 'Erased', image_hash = null where merchant_id = p_id;
  delete from images where merchant_id = p_id;
  update merchants set email = 'erased-' || p_id || '@merchant.invalid', store_name = 'Erased account', password_hash = null,
    two_factor_enabled = false, two_factor_secret = null, two_factor_pending_secret = null, is_active = false, erased_at = app_now()
  where id = p_id;
  update ledger_seal_people set salt = null where owner_kind = 'merchant' and owner_id = p_id and salt is not null;
end
$$;
