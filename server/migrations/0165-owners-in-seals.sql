-- A seal of format 2 binds each entry to the owner of its account. Seals of format 1 bound only the account.
alter table ledger_seals add column format smallint not null default 1;

-- Changing the owner of an account would move its whole balance to somebody else.
create trigger append_only before update or delete on ledger_accounts for each row execute function refuse_change();
create trigger no_truncate before truncate on ledger_accounts execute function refuse_change();
