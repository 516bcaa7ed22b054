-- Keys to tables of nouns above, added when all tables exist.

alter table restores add constraint restores_reviewer_admin foreign key (reviewer_id) references admins(id);
alter table transactions add constraint transactions_invoice foreign key (invoice_id) references invoices(invoice_id);
alter table transactions
  add constraint transactions_payment_link foreign key (payment_link_id) references payment_links(id);
alter table transactions
  add constraint transactions_deposit_address foreign key (deposit_address_id) references deposit_addresses(id);
alter table transactions add constraint transactions_attempt foreign key (attempt_id) references invoice_attempts(id);
alter table transactions add constraint transactions_store foreign key (at_store) references stores(id);
alter table node_payments
  add constraint node_payments_loop_out foreign key (loop_out_id) references lightning_loop_out_requests(id);
alter table fee_transactions
  add constraint fee_transactions_invoice foreign key (invoice_id) references invoices(invoice_id);
alter table fee_transactions add constraint fee_transactions_swept_by foreign key (swept_by) references sends(id);
alter table fee_transactions
  add constraint fee_transactions_fee_invoice foreign key (fee_invoice_id) references fee_invoices(id);
alter table sends add constraint sends_loop_out foreign key (loop_out_id) references lightning_loop_out_requests(id);
alter table sends add constraint sends_promo_code foreign key (promo_code_id) references promo_codes(id);
alter table sends add constraint sends_refund foreign key (refund_id) references refunds(id);
alter table invoices add constraint invoices_payment_link foreign key (payment_link_id) references payment_links(id);
alter table lnurl_invoices
  add constraint lnurl_invoices_address foreign key (address_id) references lightning_addresses(id);
alter table lnurl_invoices
  add constraint lnurl_invoices_payment_link foreign key (payment_link_id) references payment_links(id);
