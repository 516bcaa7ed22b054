-- Items belong to the merchant: all tills sell those that have a price in their currency. The previous release still reads
-- and writes the items of each till, so nothing of them is rewritten here.
alter table till_items
  alter column till_id drop not null,
  -- The currency of the price. Null: that of the till that the item was added to.
  add column currency text,
  -- Its prices in other currencies: [{"currency": "EUR", "amount": "4.50"}].
  add column other_prices jsonb not null default '[]'
    constraint till_items_other_prices check (jsonb_typeof(other_prices) = 'array'),
  -- Sizes, kinds of milk and the like, each choice with what it adds to the price.
  add column options jsonb not null default '[]' constraint till_items_options check (jsonb_typeof(options) = 'array'),
  -- Not for sale until somebody turns it off.
  add column is_sold_out boolean not null default false,
  -- The item of another till that the catalog shows instead, because both are the same.
  add column merged_into integer constraint till_items_merged_into references till_items(id) on delete set null,
  add constraint till_items_currency check (currency is not null or till_id is not null);

-- The same item on several tills is one: same name, category, price, currency and picture, and nobody counts it.
update till_items i set merged_into = d.first
from (
  select f.id, min(f.id) over (partition by f.merchant_id, f.name, f.category, f.price, t.currency, f.image_hash) as first
  from till_items f join tills t on t.id = f.till_id
  where f.removed_at is null and f.stock is null) d
where d.id = i.id and d.first <> i.id;

create index till_items_catalog on till_items (merchant_id, id) where removed_at is null and merged_into is null;
create index till_items_merged on till_items (merged_into) where merged_into is not null;
-- Only the latest removed items of a merchant are kept.
create index till_items_removed_of_merchant on till_items (merchant_id, id) where removed_at is not null;

-- The previous release may still change one of two merged items, or remove the one that the catalog shows. What differs
-- then is an item of its own again.
create function part_merged_items() returns trigger language plpgsql as $$
begin
  if old.merged_into is not null and new.merged_into is not distinct from old.merged_into and new.removed_at is null
    and (new.name, new.category, new.price, new.stock, new.image_hash)
      is distinct from (old.name, old.category, old.price, old.stock, old.image_hash) then
    new.merged_into := null;
  end if;
  if new.removed_at is not null and old.removed_at is null then
    update till_items set merged_into = null where merged_into = old.id and removed_at is null;
  end if;
  return new;
end
$$;
create trigger part_merged_items before update on till_items
  for each row execute function part_merged_items();
