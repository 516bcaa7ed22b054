-- The terms and the privacy policy of each version. An empty text is ours.
alter table platform_brands add column legal jsonb not null
  default '{"terms": {"text": "", "from": ""}, "privacy": {"text": "", "from": ""}}';
