-- How many sign-ins of an account failed lately, from anywhere. It never closes the account: beyond a number of failures
-- a sign-in from a device that is not known needs a proof of work. Half of the failures are forgotten every 6 hours.
create table sign_in_failures (
  account text primary key,
  failures double precision not null,
  updated_at timestamptz not null
);

-- Counts a sign-in as a failure before its password is checked, so that parallel ones cannot all be the first; a success
-- gives it back. Returns null when the sign-in may go on, else the number of failures that asks for a proof.
create function take_sign_in(p_account text, p_free integer, p_proven boolean) returns double precision language plpgsql as $$
declare
  t timestamptz := app_now();
  r sign_in_failures;
begin
  insert into sign_in_failures as f (account, failures, updated_at) values (p_account, 0, t)
  on conflict (account) do update set
    failures = f.failures * power(0.5, greatest(extract(epoch from t - f.updated_at), 0) / 21600),
    updated_at = greatest(t, f.updated_at)
  returning * into r;
  -- Rounded, since a little is forgotten between any two.
  if round(r.failures) >= p_free and not p_proven then
    return r.failures;
  end if;
  update sign_in_failures set failures = failures + 1 where account = p_account;
  return null;
end
$$;

-- Proofs of work that were used. Each works once; after its expiry it does not work anyway.
create table spent_proofs (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_by_expiry on spent_proofs (expires_at);
