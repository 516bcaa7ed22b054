import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** The settings of one server process. Only this file reads the environment. */
export type Config = ReturnType<typeof readConfig>

/** A setting that cannot be used. Its message is the sentence printed when the start fails. */
export class ConfigError extends Error {}

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL like ${example}` })

/** Lists of addresses and networks in the format of the HTTP server. */
const isProxyList = (text: string) =>
  text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(part.trim())) return true
    const widest = isIP(address) === 6 ? 128 : 32
    return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= widest))
  })
const sender = /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const settings = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535, 'must be a port number').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  PUBLIC_URL: url(/^https?$/, 'https://pay.example.com').optional(),
  APP_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'must be at least 32 characters').optional(),
  BTCPAY_URL: url(/^https?$/, 'https://btcpay.example.com').optional(),
  BTCPAY_API_KEY: z.string().min(1).optional(),
  ESPLORA_URL: url(/^https?$/, 'https://explorer.example.com/api').optional(),
  ENGINE_ALLOW_HOSTS: z.string().default(''),
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
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  TRUST_PROXY: z.string().refine(isProxyList, 'must be IP addresses or networks, separated by commas').optional(),
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
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'isn’t valid'}.`)
  }
  const env = parsed.data
  const mode = env.BTCPAY_URL ? ('live' as const) : ('sandbox' as const)
  refuseContradictions(env, mode)
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
    btcpay:
      env.BTCPAY_URL && env.BTCPAY_API_KEY
        ? { url: env.BTCPAY_URL.replace(/\/+$/, ''), apiKey: env.BTCPAY_API_KEY }
        : undefined,
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
    rateLimits: env.RATE_LIMITS === 'on',
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  }
}

const refuseContradictions = (env: z.output<typeof settings>, mode: 'live' | 'sandbox') => {
  const refuse = (sentence: string): never => {
    throw new ConfigError(sentence)
  }
  if (env.BTCPAY_URL && !env.BTCPAY_API_KEY) refuse('BTCPAY_URL requires BTCPAY_API_KEY.')
  if (env.BTCPAY_API_KEY && !env.BTCPAY_URL) refuse('BTCPAY_API_KEY requires BTCPAY_URL.')
  if (mode === 'live' && env.SANDBOX_URL) refuse('SANDBOX_URL must not be set when BTCPAY_URL is set.')
  if (mode === 'live' && env.SANDBOX) refuse('SANDBOX must not be true when BTCPAY_URL is set.')
  if (mode === 'live' && !env.APP_SECRET)
    refuse('APP_SECRET is required. Set it to at least 32 random characters and keep a backup.')
  if (mode === 'sandbox' && env.SANDBOX === false) refuse('BTCPAY_URL is required when SANDBOX is false.')
  if (mode === 'sandbox' && env.DATABASE_URL && !env.SANDBOX) {
    refuse('DATABASE_URL without BTCPAY_URL requires SANDBOX=true, so that you don’t run a sandbox by accident.')
  }
  if (mode === 'sandbox' && env.NETWORK && env.NETWORK !== 'regtest') refuse('NETWORK must be regtest in the sandbox.')
  if (mode === 'live' && env.RATE_LIMITS === 'off') refuse('RATE_LIMITS=off only works in the sandbox.')
  if (!env.ADMIN_EMAIL !== !env.ADMIN_PASSWORD) refuse('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

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
