-- A picture of each item on the till.
alter table till_items
  add column image_hash text,
  add column image_purpose text not null default 'item' constraint till_items_image_purpose check (image_purpose = 'item'),
  add constraint till_items_image
    foreign key (merchant_id, image_purpose, image_hash) references images (merchant_id, purpose, hash);
create index till_items_by_image on till_items (merchant_id, image_hash) where image_hash is not null;
