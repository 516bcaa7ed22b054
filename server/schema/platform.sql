-- What all nouns share: the clock, hints for open browsers, idempotency keys, workers, and general functions.

create domain email_address as text
  constraint email_address_form check (value = lower(value) and length(value) between 3 and 254 and position(('@') in (value)) > 1);

-- What the whole installation is. One row.
create table platform (
  only_row boolean default true primary key constraint platform_only_row check (only_row),
  mode text not null constraint platform_mode check (mode in ('sandbox', 'live')),
  network text not null constraint platform_network check (network in ('mainnet', 'testnet', 'signet', 'regtest')),
  withdrawals_paused boolean not null default false,
  -- The clock may be moved in the sandbox only.
  clock_offset interval not null default '00:00:00',
  created_at timestamptz not null default now(),
  -- Where the operator pays into the platform's wallet; another one is taken when it has been used.
  funding_address text,
  backed_up_at timestamptz,
  -- When everything a live platform needs was in place for the first time. From then on the first steps aren't shown again.
  first_steps_done_at timestamptz,
  constraint platform_live_clock check (mode = 'sandbox' or clock_offset = '00:00:00'::interval)
);

-- Hints for open browsers. Readers wait until every older transaction has ended (`made_in`), since identities become
-- visible out of order and "greater than the last one" would lose some.
create table changes (
  id bigint generated always as identity primary key,
  made_in xid8 not null default pg_current_xact_id(),
  audience text not null,
  topic text not null,
  at timestamptz not null default now()
);
create index changes_by_transaction on changes (made_in);

-- The time of a transaction: what `set local bitquay.now` says (history is made with it), else the database's clock
-- and the sandbox's offset.
create function app_now() returns timestamptz language sql stable parallel safe as $$
  select coalesce(
    nullif(current_setting('bitquay.now', true), '')::timestamptz,
    now() + coalesce((select clock_offset from platform), '0')
  )
$$;

-- The first answer to each request with a key, so that a repeated request gets the same answer and does nothing.
create table idempotency_keys (
  scope text not null,
  key text not null,
  input_hash bytea not null,
  answer_status integer,
  answer_body text,
  created_at timestamptz not null default app_now(),
  -- The first answer is kept for ever, byte for byte. Until there is one, the process that works on it holds this
  -- lease, in real time.
  leased_until timestamptz,
  constraint idempotency_keys_unique primary key (scope, key)
);

-- When each worker last ran, in whichever process, so that one that is stuck is seen.
create table worker_beats (
  name text primary key,
  started_at timestamptz not null,
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0,
  last_error text
);

-- Event streams that are open, in whichever process, so that a person's can be counted. A stream renews its row while it
-- is open; the row of a process that died expires. Leases are in real time.
create table event_streams (
  id uuid primary key,
  person_kind text not null,
  person_id integer not null,
  leased_until timestamptz not null
);
create index event_streams_by_person on event_streams (person_kind, person_id);

-- What a worker failed at, piece by piece: it waits for its next attempt while the others go on.
create table work_failures (
  worker text not null,
  item text not null,
  failures integer not null,
  last_error text not null,
  first_failed_at timestamptz not null,
  retry_at timestamptz not null,
  primary key (worker, item)
);

-- A restored database has forgotten what happened after its backup: rights that were revoked, people who left, money that
-- was sent. Until an operator has reviewed it, nothing of that moment is trusted.
create table restores (
  id integer generated always as identity primary key,
  -- Everything until then is known. What happened between this and restored_at may be missing.
  backup_at timestamptz not null,
  restored_at timestamptz not null default app_now(),
  -- Of the code that the restore printed. It works once, for the admin who reviews.
  code_hash bytea not null,
  code_used_at timestamptz,
  reviewer_id integer,
  finished_at timestamptz,
  -- Rows after this one were written after the restore. Clocks can differ, so the time alone is not enough.
  last_transaction_id integer,
  constraint restores_reviewer check ((code_used_at is null) = (reviewer_id is null))
);
create unique index restores_one_open on restores ((true)) where finished_at is null;

-- People of a restored database. They can't sign in before they are confirmed and have set a new password.
create table unconfirmed_people (
  id integer generated always as identity constraint unconfirmed_people_id unique,
  person_kind text not null
    constraint unconfirmed_people_kind check (person_kind in ('admin', 'merchant', 'merchant-user', 'partner')),
  person_id integer not null,
  restore_id integer not null constraint unconfirmed_people_restore_id_fkey references restores(id),
  confirmed_at timestamptz,
  returned_at timestamptz,
  primary key (person_kind, person_id)
);

-- Where each timeline of a database begins, as the first server saw it before it wrote anything there. What a server saw before
-- and isn't below that place was lost in a takeover or a restore. A cluster has an ID, because a backup brings the rows of another.
create table database_timelines (
  system_id text not null,
  timeline integer not null,
  lsn numeric not null,
  -- The first transaction that isn't from before.
  next_xid numeric not null,
  -- When a worker last said that it was alive, by the world's clock: nothing later is known.
  alive_at timestamptz,
  seen_at timestamptz not null default now(),
  primary key (system_id, timeline)
);

-- For tables whose rows are never changed or deleted.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_append_only';
end
$$;

-- Lists of merchants are searched by the beginnings of words, in names and addresses, without an extension that a
-- Postgres elsewhere may lack.
create function search_words(p_text text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple', regexp_replace(lower(p_text), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'))
$$;

-- Tells open browsers to read again.
create function note_change(of_audience text, of_topic text) returns void language plpgsql as $$
begin
  insert into changes (audience, topic) values (of_audience, of_topic);
end
$$;

-- The audit log and the events stay append-only, except that an erasure takes personal fields out of them.
create function keep_but_erase() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('bitquay.erasing', true) = 'on'
    and to_jsonb(new) - array['actor_email', 'source_address', 'detail', 'object']
      = to_jsonb(old) - array['actor_email', 'source_address', 'detail', 'object'] then
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'api_events' then
    if old.created_at < app_now() - interval '1 year' then
      return old;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation', constraint = tg_table_name || '_append_only';
end
$$;

-- Creates the partitions of this month and the next ones, and drops those that ended before `keep_since`.
create function keep_months(parent text, months_ahead integer, keep_since timestamptz)
  returns void language plpgsql as $$
declare
  v_month timestamptz;
  v_name text;
begin
  for v_ahead in 0 .. months_ahead loop
    v_month := (date_trunc('month', app_now() at time zone 'UTC') + make_interval(months => v_ahead)) at time zone 'UTC';
    v_name := parent || '_' || to_char(v_month at time zone 'UTC', 'YYYY_MM');
    if to_regclass(v_name) is null then
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)', v_name, parent, v_month,
          ((v_month at time zone 'UTC') + interval '1 month') at time zone 'UTC');
      exception when check_violation then
        -- Rows of this month are in the default partition already. They stay there.
      end;
    end if;
  end loop;
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and ((to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC') <= keep_since
  loop
    execute format('drop table %I', v_name);
  end loop;
end
$$;

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

-- How a Lightning Address looks to a payer: separators don't count, and some characters are easily taken for others.
create function lightning_address_look(name text) returns text language sql immutable parallel safe
  return replace(replace(translate(name, '01i._-', 'oll'), 'rn', 'm'), 'vv', 'w');

-- A name as a reader sees it: without invisible characters, and with letters of other alphabets as those they look like.
create function name_folded(name text) returns text language sql immutable parallel safe
  return translate(
    lower(regexp_replace(normalize(name, NFKD),
      '[\u0300-\u036F\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]', '', 'g')),
    -- Capitals too, because lower() leaves them as they are in a database with the collation C.
    'авекмнорстухіјѕԛԁьαβεικνορτυχγıłɑɡ。∕⁄АВЕКМНОРСТУХІЈЅԚԀЬΑΒΕΙΚΝΟΡΤΥΧΜΗΖ',
    'abekmhopctyxijsqdbabeikvoptuxyilag.//abekmhopctyxijsqdbabeiknoptyxmhz');

-- The host of a web address, without "www.".
create function website_host(website text) returns text language sql immutable parallel safe
  return regexp_replace(substring(lower(website) from '^\s*(?:[a-z][a-z0-9+.-]*://)?([^/?#:\s]+)'), '^www\.', '');

-- Web addresses in a folded name, as mail programs would find them. Other words with a dot in them are words.
create function domains_in(folded text) returns setof text language sql immutable parallel safe
begin atomic
  select regexp_replace(m[1], '^www\.', '') from regexp_matches(folded,
    '(?<![[:alnum:]-])((?:[[:alnum:]](?:[[:alnum:]-]*[[:alnum:]])?\.)+(?:[a-z]{2}|xn--[a-z0-9-]+|com|net|org|info|biz|edu|gov|app|dev|shop|store|online|site|website|xyz|top|click|link|live|club|pro|tech|cloud|page|support|help|security|bank|money|cash|finance|exchange|wallet|email|mail|news|world|today|space|digital|media|group|company|business|agency|services|solutions|network|systems|global|vip|icu|buzz|fun|one|name|mobi|zone|tips|bar|cafe|coffee|restaurant|art|blog|design|studio|market|work|works|life|social|chat|games|game|plus|best|codes|run|gold|care|center|events|host|press|wiki|rocks|asia|travel|pay|trade))(?![[:alnum:]-])',
    'g') m;
end;

-- Why customers must not read a name: it is a way to lead them elsewhere, or to speak for the platform. Null if they may.
create function name_problem(name text, website text) returns text language sql immutable parallel safe
  return case
    when name_folded(name) ~ '[^\s@]@[^\s@]+\.[^\s@.]{2,}' then 'email'
    when name_folded(name) ~ '[a-z][a-z0-9+.-]*\s*:\s*/\s*/|\m(?:https?|mailto|tel|javascript|data|bitcoin|lightning):\S|\m\d{1,3}(?:\.\d{1,3}){3}\M'
      or exists (select from domains_in(name_folded(name)) d
        where substr(name_folded(name), strpos(name_folded(name), d) + length(d)) ~ '^(?::\d+)?[/?#]\S') then 'link'
    when exists (select from domains_in(name_folded(name)) d where d is distinct from website_host(website)) then 'domain'
    when lightning_address_look(translate(name_folded(name), 'g4|!', 'qall')) ~ 'bltquay|\mb[^a-z0-9]*l[^a-z0-9]*t[^a-z0-9]*q[^a-z0-9]*u[^a-z0-9]*a[^a-z0-9]*y' then 'platform'
  end;

-- What an email is for those who look at the outbox. Emails that wait for another try, or for someone after a restore, are
-- delayed. Those that the sandbox keeps instead of sending them count as sent.
create function email_state(p_status text, p_attempts integer) returns text language sql immutable parallel safe as $$
  select case p_status when 'waiting' then case when p_attempts = 0 then 'waiting' else 'delayed' end
    when 'held' then 'delayed' when 'dropped' then 'discarded' when 'kept' then 'sent' else p_status end
$$;

-- Everything about one invoice, or else about one object.
create function event_group(p_type text, p_object jsonb) returns text language sql immutable parallel safe as $$
  select coalesce('invoice:' || (p_object ->> 'invoiceId'), split_part(p_type, '.', 1) || ':' || (p_object ->> 'id'), '')
$$;

-- A name as someone sees it who reads quickly: letters that look alike are one, words are parted by one space.
create function name_at_a_glance(name text) returns text language sql immutable parallel safe
  return trim(regexp_replace(
    lightning_address_look(translate(name_folded(regexp_replace(name, '[._-]+', ' ', 'g')), 'g4|!', 'qall')),
    '[^[:alnum:]]+', ' ', 'g'));

-- Our reads end after a few rows of an index. Where the planner expects more, it starts parallel workers or compiles the
-- query, and both take longer than the whole read. This is for the role that runs the platform, in this database only.
do $$
declare
  setting text;
begin
  foreach setting in array array['max_parallel_workers_per_gather = 0', 'jit = off'] loop
    execute format('alter role current_user in database %I set %s', current_database(), setting);
  end loop;
end
$$;
