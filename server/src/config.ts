import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type EngineSettings, mainEngine, parseEngines } from './config-engines.ts'
import { isLoopback } from './platform/http/is-loopback.ts'

export type { EngineSettings } from './config-engines.ts'

/** The settings of one server process. Only this file reads the environment. */
export type Config = ReturnType<typeof readConfig>

/** A setting that cannot be used. Its message is the sentence printed when the start fails. */
export class ConfigError extends Error {
  /** One sentence for each setting that is wrong. The message is the first. */
  readonly sentences: readonly string[]

  constructor(sentence: string, others: readonly string[] = []) {
    super(sentence)
    this.sentences = [sentence, ...others]
  }
}

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL like ${example}` })

/** Pages and their files are at the root of a host, so links with a path would lead nowhere. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`

/** Lists of addresses and networks in the format of the HTTP server. */
const isProxyList = (text: string) =>
  text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true
    const widest = isIP(address) === 6 ? 128 : 32
    return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= widest))
  })
const port = (lowest: number) =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(lowest, 'must be a port number')
    .max(65_535, 'must be a port number')
const sender = /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const settings = z.object({
  PORT: port(0).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  PUBLIC_URL: url(/^https?$/, 'https://pay.example.com')
    .refine(isOrigin, 'must be a URL like https://pay.example.com, without a path')
    .optional(),
  APP_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'must be at least 32 characters').optional(),
  BTCPAY_URL: url(/^https?$/, 'https://btcpay.example.com').optional(),
  BTCPAY_API_KEY: z.string().min(1).optional(),
  BTCPAY_ENGINES: z.string().optional(),
  ESPLORA_URL: url(/^https?$/, 'https://explorer.example.com/api').optional(),
  ENGINE_ALLOW_HOSTS: z
    .string()
    .regex(/^[^/]*$/, 'must be hosts without http://, separated by commas')
    .default(''),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an email address, or a name followed by <an address>')
    .default('Bitquay <no-reply@bitquay.test>'),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  DEMO_DATA: z.enum(['true', 'false', 'people'], 'must be true, false or people').default('true'),
  SANDBOX: flag.optional(),
  SANDBOX_URL: url(/^https?$/, 'http://127.0.0.1:4000').optional(),
  NETWORK: z
    .enum(['mainnet', 'testnet', 'signet', 'regtest'], 'must be mainnet, testnet, signet or regtest')
    .optional(),
  SYNC_QUIET_MINUTES: z.coerce
    .number('must be a number of minutes from 1 to 360')
    .int('must be a number of minutes from 1 to 360')
    .min(1, 'must be a number of minutes from 1 to 360')
    .max(360, 'must be a number of minutes from 1 to 360')
    .default(360),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  TRUST_PROXY: z.string().refine(isProxyList, 'must be IP addresses or networks, separated by commas').optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  MIGRATE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  BACKUP_ALERT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be 0 to 300')
    .max(300, 'must be 0 to 300')
    .default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318').optional(),
  OTEL_SERVICE_NAME: z.string().default('bitquay'),
  METRICS_PORT: port(1).optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
})

export const readConfig = (environment: NodeJS.ProcessEnv = process.env) => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in settings.shape && value !== ''),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const [first = '', ...others] = parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`)
    throw new ConfigError(first, others)
  }
  const env = parsed.data
  const mode = env.BTCPAY_URL || (env.BTCPAY_ENGINES && !env.SANDBOX) ? ('live' as const) : ('sandbox' as const)
  refuseContradictions(env, mode)
  const engines = readEngines(env, mode)
  const dataDir = resolve(env.DATA_DIR)
  return {
    mode,
    network: env.NETWORK ?? (mode === 'live' ? ('mainnet' as const) : ('regtest' as const)),
    host: env.HOST,
    port: env.PORT,
    onLoopback: isLoopback(env.HOST),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    appSecret: env.APP_SECRET ?? storedSecret(dataDir),
    appSecretPrevious: env.APP_SECRET_PREVIOUS,
    /** The operator's BTCPay Servers, the one with the platform's store first. In the sandbox, those beside it. */
    engines,
    sandboxUrl: env.SANDBOX_URL,
    esploraUrl: env.ESPLORA_URL,
    engineAllowHosts: env.ENGINE_ALLOW_HOSTS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    firstAdmin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    demoData: mode === 'sandbox' && env.DEMO_DATA !== 'false',
    demoHistory: mode === 'sandbox' && env.DEMO_DATA === 'true' && !env.SANDBOX_URL,
    syncQuietSeconds: env.SYNC_QUIET_MINUTES * 60,
    rateLimits: env.RATE_LIMITS === 'on',
    trustProxy: env.TRUST_PROXY,
    role: env.ROLE,
    migratesAtStart: env.MIGRATE === 'on',
    /** Whether a missing backup is an alert. Other tools than ours don't say when they ran. */
    backupAlert: mode === 'live' && env.BACKUP_ALERT === 'on',
    drainMs: env.DRAIN_SECONDS * 1000,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: env.OTEL_SERVICE_NAME }
      : undefined,
    metricsPort: env.METRICS_PORT,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }
}

type Environment = z.output<typeof settings>
type Mode = 'live' | 'sandbox'

const refuse = (sentence: string): never => {
  throw new ConfigError(sentence)
}

const readEngines = (env: Environment, mode: Mode): EngineSettings[] => {
  const listed = env.BTCPAY_ENGINES ? parseEngines(env.BTCPAY_ENGINES, { inSandbox: mode === 'sandbox', refuse }) : []
  const main = listed.find(({ name }) => name.toLowerCase() === mainEngine)
  const others = listed.filter((engine) => engine !== main)
  if (mode === 'sandbox') {
    if (main) refuse('BTCPAY_ENGINES: in the sandbox, main is the sandbox of SANDBOX_URL. Choose another name.')
    return others
  }
  if (!env.BTCPAY_URL || !env.BTCPAY_API_KEY) {
    return main ? [main, ...others] : refuse('BTCPAY_ENGINES requires BTCPAY_URL, or an entry with the name main.')
  }
  if (main) refuse('BTCPAY_ENGINES: BTCPAY_URL already describes main. Remove one of the two.')
  const url = env.BTCPAY_URL.replace(/\/+$/, '')
  if (others.some((engine) => engine.url === url)) refuse(`BTCPAY_ENGINES: BTCPAY_URL already describes ${url}.`)
  return [{ name: mainEngine, url, apiKey: env.BTCPAY_API_KEY }, ...others]
}

const refuseContradictions = (env: Environment, mode: Mode) => {
  if (env.BTCPAY_URL && !env.BTCPAY_API_KEY) refuse('BTCPAY_URL requires BTCPAY_API_KEY.')
  if (env.BTCPAY_API_KEY && !env.BTCPAY_URL) refuse('BTCPAY_API_KEY requires BTCPAY_URL.')
  if (env.BTCPAY_URL && env.SANDBOX_URL) refuse('SANDBOX_URL must not be set when BTCPAY_URL is set.')
  if (env.BTCPAY_URL && env.SANDBOX) refuse('SANDBOX must not be true when BTCPAY_URL is set.')
  if (mode === 'live' && env.SANDBOX_URL) refuse('SANDBOX_URL with BTCPAY_ENGINES requires SANDBOX=true.')
  if (mode === 'live' && !env.APP_SECRET)
    refuse('APP_SECRET is required. Set it to at least 32 random characters and keep a backup.')
  if (mode === 'live' && !env.PUBLIC_URL)
    refuse(
      'PUBLIC_URL is required. Set it to the address that browsers and BTCPay use, such as https://pay.example.com.',
    )
  if (mode === 'sandbox' && env.SANDBOX === false) refuse('BTCPAY_URL is required when SANDBOX is false.')
  if (mode === 'sandbox' && env.DATABASE_URL && !env.SANDBOX) {
    refuse('DATABASE_URL without BTCPAY_URL requires SANDBOX=true, so that you don’t run a sandbox by accident.')
  }
  if (mode === 'sandbox' && env.NETWORK && env.NETWORK !== 'regtest') refuse('NETWORK must be regtest in the sandbox.')
  if (mode === 'live' && env.RATE_LIMITS === 'off') refuse('RATE_LIMITS=off only works in the sandbox.')
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    refuse(`ROLE=${env.ROLE} requires DATABASE_URL, because several processes share one database.`)
  if (env.ROLE !== 'all' && mode === 'sandbox' && !env.SANDBOX_URL)
    refuse(`ROLE=${env.ROLE} in the sandbox requires SANDBOX_URL, because several processes share one network.`)
  if (env.METRICS_PORT === env.PORT) refuse('METRICS_PORT and PORT must differ.')
  if (!env.ADMIN_EMAIL !== !env.ADMIN_PASSWORD) refuse('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
}

/** In the sandbox the secret is created once and stored next to the data that it encrypts. */
const storedSecret = (dataDir: string) => {
  const path = join(dataDir, 'app-secret')
  try {
    if (existsSync(path)) return whole(readFileSync(path, 'utf8').trim(), path)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const secret = randomBytes(32).toString('hex')
    writeFileSync(path, secret, { mode: 0o600 })
    return secret
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATA_DIR ${dataDir} isn’t writable: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

const whole = (secret: string, path: string) => {
  if (secret.length < 32) throw new ConfigError(`The secret in ${path} is damaged. Restore it from your backup.`)
  return secret
}
