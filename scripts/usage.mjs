/** What each command takes. With `--help` it prints this and does nothing else. */
const settings = 'Settings are environment variables. docs/operating/settings.md lists them.'

export const usage = {
  start: `npm start

Installs and builds what is missing, then runs the server. Without settings it is a sandbox at http://localhost:3000.
${settings}`,
  dev: `npm run dev

Runs server and browser app from source at http://localhost:3000 and reloads on changes. PORT changes the port of the
browser app, API_PORT that of the server (3001). ${settings}`,
  test: `npm test                 checks, unit and integration tests, and the main stories in a browser
npm run test:browser     all stories in a browser
npm run test:sample      what CI runs after npm test
npm run test:long        all long tests
npm run test:postgres    the integration tests on the PostgreSQL in DATABASE_URL
npm run test:btcpay      the conformance suite against BTCPAY_URL with BTCPAY_API_KEY
npm run test:btcpay -- --trial NAME
                         a trial of the product on that server (docs/btcpay-behaviours.md)
npm run test:bitcoind    the sandbox's chain in the bitcoind whose path is in BITCOIND

To run some tests only: npx vitest run FOLDER`,
  check: `npm run check

Checks format, lint, types, dependency rules, unused code and documents. npm run format corrects the format.`,
  build: `npm run build

Builds the server, the sandbox and the browser app into dist and web/dist.`,
  measure: `npm run measure [-- COMMIT]

Prints files, lines, the share of imports that stay in their noun, and both traces of ARCHITECTURE.md.`,
  bench: `npm run bench [-- NAME …]
npm run bench -- compare COMMIT

Runs all benchmarks, some, or compares with another commit. An unknown name lists those that exist.`,
  audit: `npm run audit -- [--export FILE] [--check FILE]

Recomputes every balance from its entries, with the settings of the server. Exits with 1 if a figure differs.
--export writes a proof to keep elsewhere, --check compares the ledger with one.`,
  doctor: `npm run doctor -- [--only AREA] [--no-send] [--to ADDRESS] [--webhooks | --no-webhooks]

Checks what a live platform needs, with the settings of the server: database, BTCPay, email, prices, TLS and more. Each line
is ok, warning, failed or skipped, and says what to do. Exits with 1 if something failed.
With SMTP_URL it sends one email to the first admin, or to ADDRESS. --no-send only signs in to the mail server.
--only checks one area, such as btcpay or email. An unknown one lists all.
--webhooks tests them with a canceled invoice of 1 satoshi in the platform's store, without asking.`,
  migrate: `npm run migrate

Applies the missing migrations to the database of the server's settings and ends.`,
  backup: `npm run backup -- FILE

Saves the database of the server's settings to a file, while servers run or not.`,
  restore: `npm run restore -- FILE | --review TIME | --new-code

Loads a backup into an empty database, or a DATA_DIR without one, and audits it. Payouts are paused and nobody can sign in
until an admin has reviewed it with the code that this prints.
--review starts the same review of the database in use, which lacks what happened since TIME, as after a failover.
--new-code prints a new code for the open review. The one before stops working.`,
  release: `npm run release -- --cut VERSION DATE
npm run release [-- --quick]

--cut gives what is unreleased a version, in CHANGELOG.md, docs/releases, every package.json and the lock file. Commit it.
Without it, checks the version that was cut, runs all tests, long ones too, and writes client, command line tool and source with
checksums to dist/release. --quick runs npm run check instead of the tests.`,
  sandbox: `npm run sandbox -- [--port 14142] [--host 127.0.0.1] [--dir ./data] [--seed TEXT]

Runs the sandbox alone, with BTCPay's API. PORT, HOST, DATA_DIR and SANDBOX_SEED do the same.
The seed of the first start decides how its prices move.`,
}

export const answerHelp = (name) => {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${usage[name]}\n`)
  process.exit(0)
}
