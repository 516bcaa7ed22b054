import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'bitquay-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const live = {
  BTCPAY_URL: 'https://btcpay.example.com',
  BTCPAY_API_KEY: 'key',
  APP_SECRET: 'a secret of more than 32 characters, kept',
  PUBLIC_URL: 'https://pay.example.com',
}

test.each<[Record<string, string>, string]>([
  [{ PORT: 'abc' }, 'PORT must be a port number.'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be a URL like postgres://user:password@host/database.'],
  [
    { DATABASE_URL: 'postgres://x/y' },
    'DATABASE_URL without BTCPAY_URL requires SANDBOX=true, so that you don’t run a sandbox by accident.',
  ],
  [{ BTCPAY_URL: 'https://btcpay.example.com' }, 'BTCPAY_URL requires BTCPAY_API_KEY.'],
  [
    { BTCPAY_URL: 'https://btcpay.example.com', BTCPAY_API_KEY: 'x' },
    'APP_SECRET is required. Set it to at least 32 random characters and keep a backup.',
  ],
  [{ PUBLIC_URL: 'https://example.com/pay' }, 'PUBLIC_URL must be a URL like https://pay.example.com, without a path.'],
  [
    { PUBLIC_URL: 'https://example.com/?pay' },
    'PUBLIC_URL must be a URL like https://pay.example.com, without a path.',
  ],
  [
    { ENGINE_ALLOW_HOSTS: '10.0.0.5, http://btcpay.internal' },
    'ENGINE_ALLOW_HOSTS must be hosts without http://, separated by commas.',
  ],
  [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be a URL like smtp://user:password@host:587.'],
  [{ TRUST_PROXY: 'banana' }, 'TRUST_PROXY must be IP addresses or networks, separated by commas.'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be IP addresses or networks, separated by commas.'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an email address, or a name followed by <an address>.'],
  [{ BTCPAY_API_KEY: 'x' }, 'BTCPAY_API_KEY requires BTCPAY_URL.'],
  [{ ADMIN_EMAIL: 'admin@example.test' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
  [{ ROLE: 'both' }, 'ROLE must be all, web or worker.'],
  [{ ROLE: 'worker' }, 'ROLE=worker requires DATABASE_URL, because several processes share one database.'],
  [
    { ROLE: 'web', DATABASE_URL: 'postgres://x/y', SANDBOX: 'true' },
    'ROLE=web in the sandbox requires SANDBOX_URL, because several processes share one network.',
  ],
  [{ MIGRATE: 'maybe' }, 'MIGRATE must be on or off.'],
  [{ BACKUP_ALERT: 'maybe' }, 'BACKUP_ALERT must be on or off.'],
  [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS must be 0 to 300.'],
  [{ METRICS_PORT: '0' }, 'METRICS_PORT must be a port number.'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT and PORT must differ.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [{ DATA_DIR: '/dev/null/below-a-file' }, 'DATA_DIR /dev/null/below-a-file isn’t writable: ENOTDIR.'],
])('an invalid setting %j stops the start with one sentence', (environment, sentence) => {
  const read = () => readConfig({ DATA_DIR: folder, ...environment })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
})

test.each<[Record<string, string>, string]>([
  [{ ...live, SANDBOX: 'true' }, 'SANDBOX must not be true when BTCPAY_URL is set.'],
  [{ ...live, SANDBOX_URL: 'http://127.0.0.1:4000' }, 'SANDBOX_URL must not be set when BTCPAY_URL is set.'],
  [{ ...live, RATE_LIMITS: 'off' }, 'RATE_LIMITS=off only works in the sandbox.'],
  [
    { ...live, PUBLIC_URL: '' },
    'PUBLIC_URL is required. Set it to the address that browsers and BTCPay use, such as https://pay.example.com.',
  ],
  [{ SANDBOX: 'false' }, 'BTCPAY_URL is required when SANDBOX is false.'],
  [{ NETWORK: 'mainnet' }, 'NETWORK must be regtest in the sandbox.'],
])('contradicting settings are refused: %j', (environment, sentence) => {
  expect(() => readConfig({ DATA_DIR: folder, ...environment })).toThrow(sentence)
})

const engine = (change: object = {}) => ({ name: 'berlin', url: 'https://b.test', apiKey: 'secret-key', ...change })
const list = (...entries: unknown[]) => JSON.stringify(entries)

test.each<[string, string]>([
  ['{}', 'BTCPAY_ENGINES: couldn’t read the file {}: ENOENT.'],
  ['[{]', 'BTCPAY_ENGINES must be a JSON array, or the path of a file with one.'],
  [list('berlin'), 'BTCPAY_ENGINES: entry 1 must be an object like {"name": "berlin", "url": '],
  [list(engine({ name: '' })), 'BTCPAY_ENGINES: entry 1 name must be a name like berlin, with at most 40 characters.'],
  [list(engine({ url: 'b.test' })), 'BTCPAY_ENGINES: entry 1 url must be a URL like https://btcpay.example.com.'],
  [list(engine({ apiKey: '' })), 'BTCPAY_ENGINES: entry 1 apiKey is required.'],
  [list(engine({ capacity: 0.5 })), 'BTCPAY_ENGINES: entry 1 capacity must be a number from 1 to 1000000.'],
  [list(engine({ capacity: 0 })), 'BTCPAY_ENGINES: entry 1 capacity must be a number from 1 to 1000000.'],
  [list(engine({ room: 5 })), 'BTCPAY_ENGINES: entry 1 room isn’t a setting.'],
  [list(engine(), engine({ url: 'https://c.test' })), 'BTCPAY_ENGINES: two entries have the name berlin.'],
  [
    list(engine(), engine({ name: 'oslo', url: 'https://b.test/' })),
    'BTCPAY_ENGINES: two entries have the url https://b.test.',
  ],
  [list(engine({ name: 'main' })), 'BTCPAY_ENGINES: BTCPAY_URL already describes main. Remove one of the two.'],
  [list(engine({ url: live.BTCPAY_URL })), 'BTCPAY_ENGINES: BTCPAY_URL already describes https://btcpay.example.com.'],
])('a wrong list of engines %s stops the start with one sentence', (engines, sentence) => {
  const read = () => readConfig({ DATA_DIR: folder, ...live, BTCPAY_ENGINES: engines })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(sentence)
  expect(read).not.toThrow('secret-key')
})

test('the engines are main and those of the list, from the setting or from a file', () => {
  const file = join(folder, 'engines.json')
  writeFileSync(file, list(engine({ url: 'https://b.test/', capacity: 5 })))
  const main = { name: 'main', url: 'https://btcpay.example.com', apiKey: 'key' }
  const { mode, engines } = readConfig({ DATA_DIR: folder, ...live, BTCPAY_ENGINES: file })
  expect(mode).toBe('live')
  expect(engines).toEqual([main, engine({ capacity: 5 })])
  const named = list(engine(), { ...main, capacity: 100 })
  const alone = { DATA_DIR: folder, ...live, BTCPAY_URL: '', BTCPAY_API_KEY: '', BTCPAY_ENGINES: named }
  expect(readConfig(alone)).toMatchObject({ mode: 'live', engines: [{ ...main, capacity: 100 }, engine()] })
  expect(() => readConfig({ ...alone, BTCPAY_ENGINES: list(engine()) })).toThrow(
    'BTCPAY_ENGINES requires BTCPAY_URL, or an entry with the name main.',
  )
  const beside = {
    DATA_DIR: folder,
    SANDBOX: 'true',
    BTCPAY_ENGINES: list({ name: 'two', url: 'http://127.0.0.1:4001' }),
  }
  expect(readConfig(beside)).toMatchObject({ mode: 'sandbox', engines: [{ name: 'two', apiKey: '' }] })
})

test('without settings it is a sandbox on loopback with a secret that is created once', () => {
  const config = readConfig({ DATA_DIR: folder })
  expect(config).toMatchObject({ mode: 'sandbox', network: 'regtest', port: 3000, onLoopback: true, demoData: true })
  expect(config.publicUrl).toBe('http://localhost:3000')
  expect(config.appSecret).toHaveLength(64)
  expect(readConfig({ DATA_DIR: folder }).appSecret).toBe(config.appSecret)
})

test('with a BTCPay it runs live, on mainnet and without demo data', () => {
  expect(readConfig({ DATA_DIR: folder, ...live })).toMatchObject({ mode: 'live', network: 'mainnet', demoData: false })
})

test('proxies and senders are accepted in the format of the guide', () => {
  for (const TRUST_PROXY of ['127.0.0.1', 'loopback, uniquelocal', '10.0.0.0/8,::1', 'fd00::/8']) {
    expect(readConfig({ DATA_DIR: folder, TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY)
  }
  for (const MAIL_FROM of ['no-reply@example.com', 'Example Pay <no-reply@example.com>', '<pay@mail-server>']) {
    expect(readConfig({ DATA_DIR: folder, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  }
})

test('a truncated secret is refused', () => {
  const cut = mkdtempSync(join(tmpdir(), 'bitquay-config-'))
  writeFileSync(join(cut, 'app-secret'), '')
  expect(() => readConfig({ DATA_DIR: cut })).toThrow('is damaged')
  rmSync(cut, { recursive: true })
})
