-- The language of a merchant's customer pages and emails, for customers whose own language isn't known.
alter table merchants add column default_language text not null default 'en' constraint merchants_default_language
  check (default_language in ('en', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'pl', 'tr', 'ja', 'zh-CN', 'ar'));
