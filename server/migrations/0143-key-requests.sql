-- The store on BTCPay for which an API key was requested. If the answer was lost, BTCPay has a key that nobody knows, so the
-- store is given up before anything has used it, and another one takes its place.
alter table stores add column key_requested_for text;
