import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type DoctorArea, doctorAreas } from '@bitquay/contract/doctor'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type EngineSettings, mainEngine } from './config-engines.ts'
import { createDeps } from './create-deps.ts'
import type { Engine } from './deps.ts'
import {
  describeFindings,
  examine,
  findingsOf,
  messageOf,
  type Patient,
  type Request,
  recordRun,
} from './doctor/index.ts'
import type { PlatformEngine } from './engines.ts'
import { openDatabase } from './open-database.ts'
import { connectDatabase, type Db } from './platform/db/connect.ts'
import { mainEngineId } from './platform/main-engine-id.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The server's engines, without starting a sandbox and without a word to the database. */
const findEngines = async (config: Config): Promise<[EngineSettings, ...EngineSettings[]]> => {
  const [main, ...others] = config.engines
  if (config.mode === 'live') {
    if (!main) throw new ConfigError('BTCPAY_URL is required.')
    return [main, ...others]
  }
  const port = await readFile(join(config.dataDir, 'sandbox.port'), 'utf8').catch(() => '1')
  const url = config.sandboxUrl?.replace(/\/+$/, '') ?? `http://127.0.0.1:${port.trim()}`
  const sandboxes = [{ name: mainEngine, url }, ...config.engines]
  const [first, ...further] = await Promise.all(
    sandboxes.map(async (engine) => ({ ...engine, apiKey: await askForKey(engine.url) })),
  )
  return [first ?? { name: mainEngine, url, apiKey: '' }, ...further]
}

const askForKey = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/sandbox/key`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  const body = answer?.ok ? ((await answer.json()) as { adminKey?: string }) : undefined
  return body?.adminKey ?? ''
}

/** As the servers have registered them. Those that the database doesn't know get numbers that it doesn't use. */
const nameEngines = async (
  db: Db,
  [main, ...others]: [EngineSettings, ...EngineSettings[]],
): Promise<PlatformEngine[]> => {
  const known = await db
    .selectFrom('engines')
    .select(['id', 'name'])
    .execute()
    .catch(() => [])
  const idOf = (name: string, index: number) =>
    known.find((engine) => engine.name.toLowerCase() === name.toLowerCase())?.id ?? -1 - index
  return [
    { ...main, id: mainEngineId },
    ...others.map((engine, index) => ({ ...engine, id: idOf(engine.name, index) })),
  ]
}

const openPatient = async (config: Config): Promise<{ patient: Patient; close: () => Promise<void> }> => {
  const opened = await openDatabase(config).catch((error: unknown) => messageOf(error))
  const isOpen = typeof opened !== 'string'
  // Nothing listens there. The checks that need a database are left out.
  const database = connectDatabase(isOpen ? opened.url : 'postgres://nobody@127.0.0.1:1/nothing', { maxConnections: 4 })
  const engines = await findEngines(config)
  const [{ url, apiKey }] = engines
  const isSandbox = config.mode === 'sandbox'
  const engine: Engine = {
    url,
    apiKey,
    esploraUrl: isSandbox ? `${url}/explorer/api` : config.esploraUrl,
    sandboxUrl: isSandbox ? url : undefined,
  }
  const deps = createDeps(config, database.db, engine, await nameEngines(database.db, engines))
  return {
    patient: isOpen ? deps : { ...deps, databaseProblem: opened },
    close: async () => {
      await deps.engines.close()
      await database.close()
      if (isOpen) await opened.stop()
    },
  }
}

type Options = { only?: string; to?: string; 'no-send'?: boolean; webhooks?: boolean; 'no-webhooks'?: boolean }

const chooseRequest = async ({ config, db }: Patient, options: Options): Promise<Request> => {
  const to = options.to ?? (await findFirstAdmin(db)) ?? config.firstAdmin?.email
  const only = doctorAreas.find((area) => area === options.only)
  if (options.only !== undefined && only === undefined)
    throw new Error(`--only takes one of these: ${doctorAreas.join(', ')}.`)
  const sends = config.smtpUrl !== undefined && options['no-send'] !== true
  return {
    only,
    testEmailTo: sends && isWanted('email', only) ? to : undefined,
    testsWebhooks: isWanted('webhooks', only) && (await wantsWebhooks(options)),
  }
}

const isWanted = (area: DoctorArea, only: DoctorArea | undefined) => only === undefined || only === area

const findFirstAdmin = async (db: Db): Promise<string | undefined> => {
  const found = db.selectFrom('admins').select('email').where('isActive', '=', true).orderBy('id').limit(1)
  return (await found.executeTakeFirst().catch(() => undefined))?.email
}

/** A script that can't be asked says so with an option. */
const wantsWebhooks = async (options: Options): Promise<boolean> => {
  if (options.webhooks === true || options['no-webhooks'] === true) return options.webhooks === true
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(
    'Test BTCPay’s webhooks with an invoice of 1 satoshi in the platform’s store, which is canceled at once? [y/N] ',
  )
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

const check = async (config: Config, options: Options) => {
  const { patient, close } = await openPatient(config)
  try {
    const request = await chooseRequest(patient, options)
    // Without a database there is no audit log. The email is sent anyway, because it may be what has to be tested.
    if (request.testEmailTo !== undefined || request.testsWebhooks === true)
      await recordRun(patient.db, request, { actor: 'system' }).catch(() => undefined)
    return await examine(patient, request)
  } finally {
    await close()
  }
}

const wrongSettings = (error: ConfigError) => [
  ...error.sentences.map((sentence) =>
    findingsOf('settings').failed(sentence, 'docs/operating/settings.md lists the settings.'),
  ),
  findingsOf('settings').skipped('Everything else is checked once the settings are right.'),
]

try {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      to: { type: 'string' },
      'no-send': { type: 'boolean' },
      webhooks: { type: 'boolean' },
      'no-webhooks': { type: 'boolean' },
    },
  })
  const findings = await Promise.resolve()
    .then(() => check(readConfig(), values))
    .catch((error: unknown) => {
      if (error instanceof ConfigError) return wrongSettings(error)
      throw error
    })
  const inColor = process.stdout.isTTY && process.env.NO_COLOR === undefined
  for (const line of describeFindings(findings, { inColor })) print(line)
  process.exitCode = findings.some(({ state }) => state === 'failed') ? 1 : 0
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 2
}
