-- Administrators find a merchant by the beginnings of words in the names and addresses of its users too.
create index merchant_users_search on merchant_users using gin (search_words(name || ' ' || email::text));
