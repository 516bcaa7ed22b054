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

-- What an administrator decided about a name with a problem. Only its hash is kept, so that nothing has to be erased.
create table name_decisions (
  merchant_id integer not null constraint name_decisions_merchant references merchants,
  name_hash bytea not null,
  is_allowed boolean not null,
  decided_at timestamptz not null default app_now(),
  constraint name_decisions_key primary key (merchant_id, name_hash)
);

create index merchant_applications_by_merchant on merchant_applications (merchant_id) where merchant_id is not null;

-- The problem of a name of a merchant that no administrator has allowed.
create function open_name_problem(p_merchant_id integer, p_name text) returns text language sql stable parallel safe
  return case when name_problem(p_name, null) is not null
      and not exists (select from name_decisions d where d.merchant_id = p_merchant_id
        and d.name_hash = sha256(convert_to(p_name, 'UTF8')) and d.is_allowed)
    then name_problem(p_name,
      (select a.website from merchant_applications a where a.merchant_id = p_merchant_id and a.website is not null limit 1)) end;

-- Few names have a problem, so that they are found quickly.
create index merchants_with_name_problem on merchants (id) where name_problem(store_name, null) is not null;
create index brands_with_name_problem on brands (merchant_id) where name_problem(name, null) is not null;

alter table merchant_attention drop constraint merchant_attention_reason;
alter table merchant_attention add constraint merchant_attention_reason check (
  reason in ('fees-not-covered', 'collection-failing', 'send-stuck', 'sync-failing', 'setup-stuck', 'name-in-review'));
