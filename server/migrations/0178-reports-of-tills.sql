-- Reports read the sales of a period, of all tills of a merchant.
create index till_sales_by_merchant on till_sales (merchant_id, created_at);
