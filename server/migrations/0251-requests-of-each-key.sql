-- Live platforms keep the latest requests of each key too. Until now a sandbox kept those of a merchant.
alter table api_request_log add column key_id integer constraint api_request_log_key references api_keys(id) on delete cascade;

update api_request_log l set key_id = k.id from api_keys k where k.merchant_id = l.merchant_id and k.prefix = l.key_prefix;

create index api_request_log_by_key on api_request_log (key_id, id);
