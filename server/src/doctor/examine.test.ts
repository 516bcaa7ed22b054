import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { unwrap } from '@bitquay/btcpay'
import { doctorAreas } from '@bitquay/contract/doctor'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCertificate } from '../../test/certificate.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin } from '../../test/people.ts'
import type { Config } from '../config.ts'
import type { Engines } from '../deps.ts'
import { createEngines } from '../engines.ts'
import { syncStore } from '../payments/sync-store.ts'
import { createMac } from '../platform/crypto/mac.ts'
import { createSealer } from '../platform/crypto/seal.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import type { Exchange } from '../prices/index.ts'
import { watchEngineCalls } from '../watch-engine-calls.ts'
import { judgeEcho } from './check-address.ts'
import { judgeDatabase } from './check-database.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { type Patient, type Request, type Surroundings, surroundings } from './patient.ts'
import { readDatabase } from './read-database.ts'

const GB = 1024 ** 3
const noWatch = () => watchEngineCalls(money.deps.metrics, undefined)(undefined)

let money: Money
let patient: Patient
let around: Surroundings
/** In front of the server, as an operator's proxy. A test replaces what it does. */
let proxy: { url: string; forward: (asked: IncomingMessage, answer: ServerResponse) => void; close: () => void }
let mail: { url: string; taken: string[]; texts: string[]; close: () => Promise<void> }
let explorer: { url: string; first: string; height: number; close: () => void }
/** Everything as it should be: what a test plants is the only fault. */
let healthy: Finding[]

const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Adds the client's address, as Caddy and nginx do. */
const forwardTo =
  (port: () => number, forwardedFor = (asked: IncomingMessage) => [asked.headers['x-forwarded-for'], '198.51.100.4']) =>
  (asked: IncomingMessage, answer: ServerResponse) => {
    const { 'x-forwarded-for': _claimed, ...headers } = asked.headers
    const passed = forwardedFor(asked)
      .filter((part) => part !== undefined)
      .join(', ')
    const onward = request(
      {
        port: port(),
        host: '127.0.0.1',
        path: asked.url,
        method: asked.method,
        headers: { ...headers, ...(passed === '' ? {} : { 'x-forwarded-for': passed }) },
      },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(answer)
      },
    )
    onward.once('error', () => answer.writeHead(502).end())
    asked.pipe(onward)
  }

let appPort = 0
const openProxy = async () => {
  const opened = { url: '', forward: forwardTo(() => appPort), close: () => server.close() }
  const server = createServer((asked, answer) => opened.forward(asked, answer))
  opened.url = `http://127.0.0.1:${await listen(server)}`
  return opened
}

const openMail = async () => {
  const taken: string[] = []
  const texts: string[] = []
  const smtp = new SMTPServer({
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, answer) =>
      auth.password === 'right' ? answer(null, { user: 'x' }) : answer(new Error('Invalid password')),
    onRcptTo: ({ address }, _session, answer) =>
      answer(address.startsWith('refused') ? new Error('relay denied') : undefined),
    onData: (stream, session, answer) => {
      stream.setEncoding('utf8').on('data', (part: string) => {
        texts.push(part)
      })
      stream.once('end', () => {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        answer()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://x:right@127.0.0.1:${port}`,
    taken,
    texts,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

const openExplorer = async () => {
  const opened = {
    url: '',
    first: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    height: 1_000_000,
    close: () => server.close(),
  }
  const server = createServer(({ url }, answer) =>
    answer.end(url === '/block-height/0' ? opened.first : url === '/blocks/tip/height' ? String(opened.height) : ''),
  )
  opened.url = `http://127.0.0.1:${await listen(server)}`
  return opened
}

const sourceOf = (cents: number | undefined, name: string): Exchange => ({
  name,
  url: `${explorer.url}/price`,
  read: () => undefined,
  ...(cents === undefined
    ? {}
    : { url: `data:application/json,{}`, read: () => ({ price: (cents / 100).toFixed(2) }) }),
})
const sources = (...cents: (number | undefined)[]) => cents.map((each, index) => sourceOf(each, `Source ${index}`))

beforeAll(async () => {
  ;[proxy, mail, explorer] = await Promise.all([openProxy(), openMail(), openExplorer()])
  money = await startMoney({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
    NETWORK: 'regtest',
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'pay@example.com',
    RATE_LIMITS: 'on',
  })
  const { deps, server } = money
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  appPort = (server.app.server.address() as AddressInfo).port
  patient = { ...deps, engine: { ...deps.engine, esploraUrl: explorer.url } }
  around = {
    ...surroundings,
    readDisk: async () => ({ freeBytes: 50 * GB, sizeBytes: 100 * GB }),
    exchanges: sources(6_000_000, 6_000_100, 6_000_200),
  }
  for (let n = 0; n < 2; n++) await addAdmin(server)
  await sql`update admins set two_factor_enabled = true, two_factor_secret = 'x'`.execute(deps.db)
  await sql`update platform set backed_up_at = app_now()`.execute(deps.db)
  await beat('send-money')
  await sql`insert into platform_brands (brand, is_draft) values ('{"name": "Northsea Pay"}', false)`.execute(deps.db)
  healthy = await examine(patient, { testEmailTo: 'me@example.com', testsWebhooks: true }, around)
})
afterAll(async () => {
  await money.close()
  await mail.close()
  proxy.close()
  explorer.close()
})

const beat = (name: string) =>
  sql`insert into worker_beats (name, started_at, succeeded_at) values (${name}, now(), now())
    on conflict (name) do update set started_at = now(), succeeded_at = now()`.execute(money.deps.db)

const say = ({ area, subject, state, sentence }: Finding) =>
  `${state} ${area}${subject === null ? '' : ` ${subject}`}: ${sentence}`

test('the email that it sends has the platform’s own name', () => {
  expect(mail.texts.join('')).toContain('Northsea Pay')
  expect(mail.texts.join('')).not.toContain('Bitquay')
})

test('a platform that lacks nothing gets one line for each area', () => {
  expect(healthy.map(say)).toEqual([
    'warning settings: Live on regtest, whose coins are worth nothing.',
    expect.stringContaining('warning settings: PUBLIC_URL is http://127.0.0.1:'),
    expect.stringMatching(/^ok database: PostgreSQL .* keeps what it acknowledges\.$/),
    'ok backup: The last backup is less than an hour old.',
    'ok work: The workers run, and no alert is open.',
    expect.stringMatching(/^ok btcpay main: BTCPay Server 2\..* can be used\.$/),
    'ok webhooks: BTCPay’s webhooks arrive.',
    'ok explorer: The explorer is on regtest, at block 1000000.',
    expect.stringMatching(/^ok email: The mail server .* took an email to me@example\.com\./),
    'ok prices: 3 of 3 price sources respond.',
    'ok clock: The clocks of this machine and of the database agree.',
    expect.stringMatching(/^ok address: http:.* leads to us\.$/),
    expect.stringMatching(/^ok disk: DATA_DIR .* has 50\.0 GB left\.$/),
  ])
  expect(mail.taken).toEqual(['me@example.com'])
})

test('the test invoice is canceled, archived and no business of ours', async () => {
  const { deps, platform } = money
  const client = deps.engines.at({ serverUrl: platform.serverUrl, apiKey: platform.openedKey })
  const listed = unwrap(await client.invoices.list(platform.storeId, { take: 10, includeArchived: true }))
  expect(listed.map(({ status, archived, amount }) => ({ status, archived, amount }))).toEqual([
    { status: 'Invalid', archived: true, amount: '0.00000001' },
  ])
  await syncStore(deps, platform.id)
  const { rows } = await sql`select from invoices`.execute(deps.db)
  expect(rows).toEqual([])
})

type Changed = {
  patient?: Partial<Omit<Patient, 'config'>>
  config?: Partial<Config>
  around?: Partial<Surroundings>
  request?: Request
}
/** Returns what the fault changes, and how to mend it. */
type Plant = () => Promise<Changed & { mend?: () => unknown }> | (Changed & { mend?: () => unknown })

const withKey = (apiKey: string): Engines =>
  createEngines([{ id: 1, name: 'main', url: money.engine.engine.url, apiKey }], [], noWatch)

/** A BTCPay Server that answers some paths differently. */
const differing = async (change: (path: string) => object | undefined) => {
  const { url } = money.engine.engine
  const server = createServer((asked, answer) => {
    const { host: _host, ...headers } = asked.headers
    void fetch(`${url}${asked.url}`, { headers: headers as Record<string, string> }).then(async (answered) => {
      const body = await answered.text()
      const changed = change(asked.url ?? '')
      answer.writeHead(answered.status, { 'content-type': 'application/json' })
      answer.end(changed ? JSON.stringify({ ...(JSON.parse(body) as object), ...changed }) : body)
    })
  })
  const engines = createEngines(
    [{ id: 1, name: 'main', url: `http://127.0.0.1:${await listen(server)}`, apiKey: money.engine.engine.apiKey }],
    [],
    noWatch,
  )
  return { engines, close: () => server.close() }
}

const onDatabase = async (change: string, back: string): Promise<Awaited<ReturnType<Plant>>> => {
  const { deps, server } = money
  const name = new URL(server.databaseUrl).pathname.slice(1)
  await sql.raw(change.replace('%', name)).execute(deps.db)
  const database = connectDatabase(server.databaseUrl, { maxConnections: 2 })
  return {
    patient: { db: database.db },
    mend: async () => {
      await database.close()
      await sql.raw(back.replace('%', name)).execute(deps.db)
    },
  }
}

const run = async (change: string, back: string) => {
  await sql.raw(change).execute(money.deps.db)
  return { mend: () => sql.raw(back).execute(money.deps.db) }
}

const lever = async (pull: () => Promise<unknown>, mend: () => Promise<unknown>) => {
  await pull()
  return { mend }
}

const throughProxy = (forward: (typeof proxy)['forward']): { mend: () => void } => {
  const before = proxy.forward
  proxy.forward = forward
  return {
    mend: () => {
      proxy.forward = before
    },
  }
}

/** A proxy with a certificate, reached by this name. */
const withTls =
  (host: string, atDaysBeforeEnd: number): Plant =>
  async () => {
    const server = createTlsServer(testCertificate, (asked, answer) => forwardTo(() => appPort)(asked, answer))
    // Both of its addresses are this machine, but which comes first depends on the machine.
    server.listen(0)
    await once(server, 'listening')
    const nowMs = () => testCertificate.endsAt.getTime() - atDaysBeforeEnd * 86_400_000
    return {
      config: { publicUrl: `https://${host}:${(server.address() as AddressInfo).port}` },
      around: { nowMs },
      mend: () => server.close(),
    }
  }

const mailAt = (smtpUrl: string): Config => ({ ...money.deps.config, smtpUrl })
const send = { testEmailTo: 'me@example.com' }

const faults: [fault: string, line: RegExp, plant: Plant][] = [
  [
    'APP_SECRET is guessable',
    /failed settings: APP_SECRET can be guessed/,
    () => ({ config: { appSecret: 'abababababababababababababababababab' } }),
  ],
  [
    'PUBLIC_URL without TLS',
    /failed settings: PUBLIC_URL starts with http:/,
    () => ({ config: { publicUrl: 'http://pay.example.test' } }),
  ],
  [
    'a BTCPay key on an open network',
    /warning settings: The address of BTCPay Server main starts with http:/,
    () => ({ config: { engines: [{ name: 'main', url: 'http://btcpay.example.com', apiKey: 'x' }] } }),
  ],
  [
    'the database is down',
    /failed database: Couldn’t use the database: .*ECONNREFUSED/,
    () => {
      const database = connectDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1 })
      return { patient: { db: database.db }, mend: database.close }
    },
  ],
  [
    'another APP_SECRET',
    /failed database: APP_SECRET doesn’t match the database/,
    () => ({ patient: { sealer: createSealer('another secret of more than 32 characters') } }),
  ],
  [
    'synchronous_commit is off',
    /failed database: synchronous_commit is off/,
    () => onDatabase('alter database % set synchronous_commit = off', 'alter database % reset synchronous_commit'),
  ],
  [
    'the database is read-only',
    /failed database: The database is read-only/,
    () =>
      onDatabase(
        'alter database % set default_transaction_read_only = on',
        'set default_transaction_read_only = off; alter database % reset default_transaction_read_only',
      ),
  ],
  [
    'too few connections',
    /warning database: The database gives us 15 connections/,
    () => onDatabase('alter database % connection limit 15', 'alter database % connection limit -1'),
  ],
  [
    'a missing migration',
    /failed database: The database lacks 1 migration/,
    () =>
      run(
        'create table kept as select * from migrations order by name desc limit 1; delete from migrations where name = (select name from kept)',
        'insert into migrations select * from kept; drop table kept',
      ),
  ],
  [
    'a database of a newer version',
    /failed database: A newer version has used the database: this one doesn’t know 9999-later/,
    () =>
      run(
        "insert into migrations (name, hash) values ('9999-later.sql', 'x')",
        "delete from migrations where name = '9999-later.sql'",
      ),
  ],
  [
    'a database of another network',
    /failed database: The database belongs to a live platform on regtest, but the settings say live on signet/,
    () => ({ config: { network: 'signet' } }),
  ],
  [
    'no backup',
    /failed backup: There is no backup/,
    () => run('update platform set backed_up_at = null', 'update platform set backed_up_at = app_now()'),
  ],
  [
    'an old backup',
    /warning backup: The last backup is 30 hours old/,
    () =>
      run(
        "update platform set backed_up_at = app_now() - interval '30 hours'",
        'update platform set backed_up_at = app_now()',
      ),
  ],
  [
    'no worker runs',
    /failed work: No server runs the workers/,
    () =>
      run(
        "update worker_beats set started_at = now() - interval '1 hour'",
        'update worker_beats set started_at = now()',
      ),
  ],
  [
    'an open alert',
    /warning work: Every payment server is full/,
    () =>
      run(
        "insert into alerts (kind, subject, title, sentence) values ('engines-full', '', 'Every payment server is full', 'Add one.')",
        'delete from alerts',
      ),
  ],
  [
    'no administrator',
    /failed work: There is no administrator/,
    () => run('update admins set is_active = false', 'update admins set is_active = true'),
  ],
  [
    'an administrator without 2FA',
    /warning work: 1 of 2 administrators have no two-factor/,
    () =>
      run(
        'update admins set two_factor_enabled = false where id = (select min(id) from admins)',
        'update admins set two_factor_enabled = true',
      ),
  ],
  [
    'a single administrator',
    /warning work: There is only one administrator/,
    () =>
      run(
        'update admins set is_active = false where id = (select min(id) from admins)',
        'update admins set is_active = true',
      ),
  ],
  [
    'BTCPay is down',
    /failed btcpay main: Couldn’t connect to 127\.0\.0\.1:1\./,
    () => ({
      patient: {
        engines: createEngines([{ id: 1, name: 'main', url: 'http://127.0.0.1:1', apiKey: 'x' }], [], noWatch),
      },
    }),
  ],
  [
    'a wrong BTCPay key',
    /failed btcpay main: The server doesn’t accept the API key/,
    () => ({ patient: { engines: withKey('0000000000000000000000000000000000000000') } }),
  ],
  [
    'a BTCPay key without permissions',
    /failed btcpay main: The API key isn’t unrestricted/,
    async () => {
      const key = unwrap(
        await money.deps.engines.platform.keys.create({ permissions: ['btcpay.store.canviewinvoices'] }),
      )
      return { patient: { engines: withKey(key.apiKey) } }
    },
  ],
  [
    'an old BTCPay Server',
    /failed btcpay main: BTCPay Server 1\.13\.7 is too old/,
    async () => {
      const { engines, close } = await differing((path) =>
        path.endsWith('/server/info') ? { version: '1.13.7' } : undefined,
      )
      return { patient: { engines }, mend: close }
    },
  ],
  [
    'BTCPay is syncing',
    /failed btcpay main: The server is still syncing/,
    async () => {
      const { engines, close } = await differing((path) =>
        path.endsWith('/server/info') ? { fullySynched: false } : undefined,
      )
      return { patient: { engines }, mend: close }
    },
  ],
  [
    'a BTCPay Server of another network',
    /failed btcpay main: The server is on another network: its address bcrt1.* isn’t one of mainnet/,
    () => ({ config: { network: 'mainnet' } }),
  ],
  [
    'hot wallets aren’t allowed',
    /failed btcpay main: Stores can’t sign/,
    () =>
      lever(
        () => money.engine.control.policy({ hotWalletsForAll: false }),
        () => money.engine.control.policy({ hotWalletsForAll: true }),
      ),
  ],
  [
    'no Lightning node',
    /warning btcpay main: The server has no Lightning node/,
    () =>
      lever(
        () => money.engine.control.policy({ internalNode: false }),
        () => money.engine.control.policy({ internalNode: true }),
      ),
  ],
  [
    'no rates',
    /failed btcpay main: The server has no bitcoin price/,
    () =>
      lever(
        () => money.engine.control.rate({ available: false }),
        () => money.engine.control.rate({ available: true }),
      ),
  ],
  [
    'BTCPay’s clock is wrong',
    /warning btcpay main: The clock of the BTCPay Server main is 12\d seconds behind ours/,
    () => ({ around: { nowMs: () => Date.now() + 125_000 } }),
  ],
  [
    'webhooks don’t arrive',
    /failed webhooks: BTCPay’s webhook about invoice \w+ didn’t arrive within 1 seconds/,
    async () => ({
      ...(await lever(
        () => money.engine.control.webhooks({ drop: true }),
        () => money.engine.control.webhooks({ drop: false }),
      )),
      request: { testsWebhooks: true },
      around: { webhookPatienceMs: 1000 },
    }),
  ],
  [
    'our webhook is gone',
    /failed webhooks: BTCPay has no webhook to https:/,
    () => ({ config: { publicUrl: 'https://elsewhere.example.test' } }),
  ],
  [
    'our webhook is turned off',
    /failed webhooks: Somebody has turned off our webhook/,
    async () => {
      const { deps, platform } = money
      const { webhooks } = deps.engines.at({ serverUrl: platform.serverUrl, apiKey: platform.openedKey })
      const [hook] = unwrap(await webhooks.list(platform.storeId))
      if (!hook) throw new Error('no webhook')
      const set = (enabled: boolean) =>
        webhooks.update(platform.storeId, hook.id, { ...hook, enabled, authorizedEvents: { everything: true } })
      return lever(
        () => set(false),
        () => set(true),
      )
    },
  ],
  [
    'no explorer',
    /warning explorer: There is no explorer/,
    () => ({ patient: { engine: { ...patient.engine, esploraUrl: undefined } } }),
  ],
  [
    'the explorer is down',
    /failed explorer: The explorer doesn’t respond: \S/,
    () => ({ patient: { engine: { ...patient.engine, esploraUrl: 'http://127.0.0.1:1/api' } } }),
  ],
  [
    'the explorer is on another chain',
    /failed explorer: The explorer is on another chain than regtest/,
    () => {
      const { first } = explorer
      explorer.first = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
      return { mend: () => Object.assign(explorer, { first }) }
    },
  ],
  [
    'the explorer is behind',
    /warning explorer: The explorer is \d+ blocks behind BTCPay/,
    () => {
      const { height } = explorer
      explorer.height = 5
      return { mend: () => Object.assign(explorer, { height }) }
    },
  ],
  ['no mail server', /failed email: SMTP_URL isn’t set/, () => ({ config: { smtpUrl: undefined } })],
  [
    'the mail server is down',
    /failed email: Couldn’t use the mail server 127\.0\.0\.1:1: .*ECONNREFUSED/,
    () => ({ config: mailAt('smtp://127.0.0.1:1') }),
  ],
  [
    'a wrong password for the mail server',
    /failed email: The mail server .* refused the user name or password/,
    () => ({ config: mailAt(mail.url.replace('right', 'wrong')) }),
  ],
  [
    'the mail server refuses emails',
    /failed email: The mail server .* refused an email to refused@example\.com: .*relay denied/,
    () => ({ request: { testEmailTo: 'refused@example.com' } }),
  ],
  [
    'a sender that doesn’t exist',
    /warning email: Emails come from Bitquay <no-reply@bitquay\.test>/,
    () => ({ config: { mailFrom: 'Bitquay <no-reply@bitquay.test>' } }),
  ],
  [
    'no price source responds',
    /failed prices: 1 of 3 price sources respond, and two must agree\. These don’t: Source 1, Source 2/,
    () => ({ around: { exchanges: sources(6_000_000, undefined, undefined) } }),
  ],
  [
    'few price sources respond',
    /warning prices: 2 of 3 price sources respond\. These don’t: Source 2/,
    () => ({ around: { exchanges: sources(6_000_000, 6_000_000, undefined) } }),
  ],
  [
    'price sources disagree',
    /failed prices: The price sources don’t agree/,
    () => ({ around: { exchanges: sources(6_000_000, 7_000_000, 8_000_000) } }),
  ],
  [
    'our clock is wrong',
    /failed clock: The clock of this machine is 12\d seconds ahead of the database’s/,
    () => ({ around: { nowMs: () => Date.now() + 125_000 } }),
  ],
  [
    'PUBLIC_URL can’t be reached',
    /warning address: Couldn’t reach http:\/\/127\.0\.0\.1:1 from here: .*ECONNREFUSED/,
    () => ({ config: { publicUrl: 'http://127.0.0.1:1' } }),
  ],
  [
    'PUBLIC_URL leads elsewhere',
    /failed address: Something else answers at http:.* \(status 200\)/,
    () => throughProxy((_asked, answer) => answer.end('<h1>It works!</h1>')),
  ],
  [
    'PUBLIC_URL leads on',
    /failed address: http:.* leads on to https:\/\/www\.example\.com/,
    () => throughProxy((_asked, answer) => answer.writeHead(301, { location: 'https://www.example.com/' }).end()),
  ],
  [
    'PUBLIC_URL leads to another platform',
    /failed address: http:.* leads to a Bitquay with another APP_SECRET/,
    () => ({
      patient: {
        macs: {
          ...patient.macs,
          doctor: createMac('checking the public address', 'another secret of another platform'),
        },
      },
    }),
  ],
  [
    'the proxy finds no server',
    /warning address: The proxy at http:.* has no server behind it \(status 502\)/,
    () => throughProxy((_asked, answer) => answer.writeHead(502).end()),
  ],
  [
    'a certificate for another name',
    /failed address: The certificate isn’t for 127\.0\.0\.1/,
    withTls('127.0.0.1', 100),
  ],
  ['a certificate that has ended', /failed address: The certificate ended on 2036/, withTls('localhost', -2)],
  ['a certificate that ends soon', /warning address: The certificate ends in 5 days/, withTls('localhost', 5.5)],
  [
    'a certificate that nobody trusts',
    /failed address: Browsers don’t trust the certificate: .*self-signed/,
    withTls('localhost', 100),
  ],
  [
    'a proxy without X-Forwarded-For',
    /failed address: The proxy doesn’t set X-Forwarded-For/,
    () =>
      throughProxy(
        forwardTo(
          () => appPort,
          () => [],
        ),
      ),
  ],
  [
    'a proxy that believes its clients',
    /failed address: The proxy passes on an X-Forwarded-For that the client wrote/,
    () =>
      throughProxy(
        forwardTo(
          () => appPort,
          (asked) => [asked.headers['x-forwarded-for']],
        ),
      ),
  ],
  [
    'a proxy that changes the host',
    /warning address: The proxy changes the host to backend/,
    () => {
      const forward = forwardTo(() => appPort)
      return throughProxy((asked, answer) => {
        asked.headers.host = 'backend'
        forward(asked, answer)
      })
    },
  ],
  [
    'a full disk',
    /failed disk: DATA_DIR .* has 0\.1 GB left/,
    () => ({ around: { readDisk: async () => ({ freeBytes: 0.1 * GB, sizeBytes: 100 * GB }) } }),
  ],
  [
    'a disk that is almost full',
    /warning disk: DATA_DIR .* has 1\.5 GB left/,
    () => ({ around: { readDisk: async () => ({ freeBytes: 1.5 * GB, sizeBytes: 100 * GB }) } }),
  ],
  [
    'DATA_DIR isn’t there',
    /failed disk: DATA_DIR \/nowhere\/bitquay isn’t writable: .*ENOENT/,
    () => ({ config: { dataDir: '/nowhere/bitquay' } }),
  ],
]

test.each(faults)('finds %s and says what to do', async (_fault, line, plant) => {
  expect(healthy.map(say).filter((each) => line.test(each))).toEqual([])
  const { mend, patient: changed, config, around: there, request = send } = await plant()
  try {
    const faulty = { ...patient, ...changed, config: { ...patient.config, ...config } }
    const only = doctorAreas.find((area) => line.source.split(' ')[1]?.startsWith(area))
    const found = (await examine(faulty, { ...request, only }, { ...around, ...there })).filter((finding) =>
      line.test(say(finding)),
    )
    expect(found).toHaveLength(1)
    expect(found[0]?.action).toMatch(/^[A-Z].*\.$/)
  } finally {
    await mend?.()
  }
})

test('the checks go on without the database and without BTCPay', async () => {
  const database = connectDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1 })
  const engines = createEngines([{ id: 1, name: 'main', url: 'http://127.0.0.1:1', apiKey: 'x' }], [], noWatch)
  const found = (await examine({ ...patient, db: database.db, engines }, {}, around)).map(say)
  expect(found.filter((line) => line.startsWith('failed'))).toHaveLength(2)
  for (const area of ['backup', 'work', 'webhooks', 'clock'])
    expect(found).toContain(`skipped ${area}: Not checked, because the database can’t be used.`)
  expect(found).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ok email/), expect.stringMatching(/^ok prices/)]),
  )
  await database.close()
})

const facts = () => readDatabase(money.deps.db)
const live = { mode: 'live', network: 'regtest' }

test.each<[object, string]>([
  [{ versionNumber: 140_011, version: '14.11' }, 'PostgreSQL 14.11 is too old.'],
  [{ fsync: 'off' }, 'fsync is off, so a crash can lose money.'],
  [{ fullPageWrites: 'off' }, 'full_page_writes is off, so a crash can lose money.'],
  [{ encoding: 'SQL_ASCII' }, 'The database has the encoding SQL_ASCII.'],
  [{ isStandby: true }, 'DATABASE_URL leads to a standby, which can’t be written to.'],
  [{ platform: undefined }, 'The database is empty.'],
])('finds a database with %j', async (fault, sentence) => {
  expect(judgeDatabase(await facts(), live)).toEqual([])
  expect(judgeDatabase({ ...(await facts()), ...fault }, live).map((finding) => finding.sentence)).toEqual([sentence])
})

test('finds a proxy that TRUST_PROXY doesn’t name', () => {
  const seen = {
    client: '10.0.0.7',
    peer: '10.0.0.7',
    forwardedFor: '203.0.113.77, 198.51.100.4',
    forwardedProto: 'https',
    host: 'pay.example.com',
  }
  expect(judgeEcho(seen, 'https://pay.example.com').map(({ sentence }) => sentence)).toEqual([
    'TRUST_PROXY doesn’t name the proxy 10.0.0.7, so all clients share one limit.',
  ])
  expect(judgeEcho({ ...seen, client: '198.51.100.4' }, 'https://pay.example.com')).toEqual([])
  expect(
    judgeEcho({ ...seen, client: '198.51.100.4', forwardedProto: 'http' }, 'https://pay.example.com').map(
      ({ state }) => state,
    ),
  ).toEqual(['warning'])
})
