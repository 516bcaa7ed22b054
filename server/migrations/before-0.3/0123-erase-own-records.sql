-- People choose their names, so a name never decides what is erased about others: only an email address does, as a whole word.
-- Everything else is found by whose it is.

-- Finds one of the words in a text, and not as a part of a longer word or address. Null without any.
create function pattern_of(words text[]) returns text language sql immutable as $$
  select '(?<![[:alnum:]@._%+-])(' || string_agg(regexp_replace(w, '([^[:alnum:]])', '\\\1', 'g'), '|') || ')(?![[:alnum:]@_%+-]|[.][[:alnum:]])'
  from unnest(words) w where length(w) >= 5
$$;

-- The values of an entry of the audit log without those that match. The audit compares the address and amount of a withdrawal.
create function erase_values(detail jsonb, pattern text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(d.key, case
    when d.key in ('address', 'amountUsd') or not (d.value::text ~* pattern) then d.value else '"Erased"'::jsonb end), '{}')
  from jsonb_each(detail) d
$$;

-- What only the person's own sign-in needs, and what mentions the person beside records of money.
create or replace function erase_traces(p_kind text, p_id integer, emails text[], marks text[]) returns void language plpgsql as $$
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

drop function contains_mark(text, text[]);
