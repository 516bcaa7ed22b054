-- Changes of an owner's account that an admin starts, and the erasure of people. Erasing is SQL, because it touches
-- the tables of every noun.

-- What only the person's own sign-in needs, and what mentions the person beside records of money.
create function erase_traces(p_kind text, p_id integer, emails text[], marks text[]) returns void language plpgsql as $$
declare
  v_merchant integer := case p_kind when 'merchant' then p_id when 'merchant-user' then (select merchant_id from merchant_users where id = p_id) end;
  v_emails text := pattern_of(emails);
  v_marks text := pattern_of(marks);
begin
  perform set_config('bitquay.erasing', 'on', true);
  delete from sessions where person_kind = p_kind and person_id = p_id;
  delete from known_devices where person_kind = p_kind and person_id = p_id;
  delete from recovery_codes where person_kind = p_kind and person_id = p_id;
  delete from preferences where person_kind = p_kind and person_id = p_id;
  delete from notification_settings where person_kind = p_kind and person_id = p_id;
  delete from notifications where person_kind = p_kind and person_id = p_id;
  delete from event_streams where person_kind = p_kind and person_id = p_id;
  delete from password_reset_tokens where email = any (emails);
  delete from sign_in_failures where account ~* v_emails;
  delete from attempt_limits where bucket ~* v_emails;
  delete from customer_email_counts where bucket ~* v_emails;
  delete from account_change_links where email = any (emails);
  update notifications n set about = 'Erased'
  where about ~* v_emails or (about ~* v_marks and exists (
    select from people p where p.kind = n.person_kind and p.id = n.person_id and p.merchant_id = v_merchant));
  update page_reports set contact = null where contact = any (emails);
  update page_reports set reason = regexp_replace(reason, v_emails, 'Erased', 'gi') where reason ~* v_emails;

  delete from mail_outbox where recipient = any (emails);
  -- An account's emails to its customers have a link to its invoice or refund.
  if p_kind = 'merchant' then
    delete from mail_outbox o where exists (
      select from regexp_matches(o.body_text, '/i/([[:alnum:]]{10,64})', 'g') m
      join invoices i on i.invoice_id = m[1] where i.merchant_id = p_id
    ) or exists (
      select from regexp_matches(o.body_text, '/r/([[:alnum:]_-]{43})', 'g') m
      join refunds r on r.token_hash = sha256(convert_to(m[1], 'UTF8')) where r.merchant_id = p_id);
  end if;
  update mail_outbox set subject = regexp_replace(subject, v_emails, 'Erased', 'gi'),
    body_text = regexp_replace(body_text, v_emails, 'Erased', 'gi'), body_html = regexp_replace(body_html, v_emails, 'Erased', 'gi')
  where subject ~* v_emails or body_text ~* v_emails or body_html ~* v_emails;
  -- Those who knew the person by name: the operator, and the same store. What still has to be sent stays as it is.
  update mail_outbox set subject = regexp_replace(subject, v_marks, 'Erased', 'gi'), body_text = regexp_replace(body_text, v_marks, 'Erased', 'gi'),
    body_html = ''
  where status <> 'waiting' and (subject ~* v_marks or body_text ~* v_marks or body_html ~* v_marks)
    and recipient in (select email from people where kind = 'admin' or merchant_id = v_merchant);

  update act_log set
    source_address = case when actor_kind = p_kind and actor_id = p_id then null else source_address end,
    detail = coalesce((select jsonb_object_agg(d.key, d.value) from jsonb_each(detail) d where d.key in ('address', 'amountUsd')), '{}')
  where (actor_kind = p_kind and actor_id = p_id) or (subject_kind = p_kind and subject_id = p_id::text)
    or (p_kind = 'merchant' and subject_kind = 'application'
      and subject_id in (select id::text from merchant_applications where merchant_id = p_id));
  update act_log set detail = erase_values(detail, v_marks) where merchant_id = v_merchant and detail::text ~* v_marks;
  update act_log set detail = erase_values(detail, v_emails) where detail::text ~* v_emails;
  update act_log set actor_email = null where actor_email = any (emails);

  update audit_runs set asked_by = null where asked_by = any (emails);
  if p_kind = 'merchant' then
    update audit_runs a set notes = (
      select jsonb_agg(case when n ->> 'subject' like 'merchant ' || p_id || ' (%'
        then jsonb_set(n, '{subject}', to_jsonb('merchant ' || p_id)) else n end order by place)
      from jsonb_array_elements(a.notes) with ordinality as l(n, place))
    where exists (select from jsonb_array_elements(a.notes) n where n ->> 'subject' like 'merchant ' || p_id || ' (%');
  end if;
  update alerts set sentence = 'Erased'
  where (kind = 'send-stuck' and subject in (
      select id::text from sends where (p_kind = 'merchant' and merchant_id = p_id) or (p_kind = 'partner' and partner_id = p_id)))
    or (p_kind = 'merchant' and kind = 'store-unread'
      and split_part(subject, ' ', 1) in (select id::text from stores where merchant_id = p_id))
    or (p_kind = 'merchant' and kind = 'page-reported'
      and subject in (select invoice_id from invoices where merchant_id = p_id));
  update alerts set sentence = regexp_replace(sentence, v_emails, 'Erased', 'gi') where sentence ~* v_emails;
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

-- A reported merchant must not remove the reports about it. They stay with the operator as long as any other report: the text
-- and the contact are the visitor's own, and the merchant's addresses are taken out of them.
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
