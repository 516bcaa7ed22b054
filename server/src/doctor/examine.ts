import { doctorAreas } from '@bitquay/contract/doctor'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import { readPlatformBrand } from '../platform-brand/index.ts'
import { checkAddress } from './check-address.ts'
import { checkBackup } from './check-backup.ts'
import { checkDatabase } from './check-database.ts'
import { checkEmail } from './check-email.ts'
import { checkEngine } from './check-engine.ts'
import { checkExplorer } from './check-explorer.ts'
import { checkClock, checkDisk } from './check-machine.ts'
import { checkPrices } from './check-prices.ts'
import { checkSettings } from './check-settings.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { checkWork } from './check-work.ts'
import { type Finding, findingsOf, orFailed } from './finding.ts'
import { type Patient, type Request, type Surroundings, surroundings } from './patient.ts'

/**
 * Runs every check, all at once and each on its own: one that fails stops no other. Without effects nothing is changed
 * or sent anywhere.
 */
export const examine = async (
  patient: Patient,
  request: Request = {},
  around: Surroundings = surroundings,
): Promise<Finding[]> => {
  const { config, engines } = patient
  const database = await checkDatabase(patient)
  const hasDatabase = database.isUsable
  const withDatabase = (check: () => Promise<Finding[]>) => (area: Finding['area']) =>
    hasDatabase
      ? orFailed(area, null, check)
      : Promise.resolve([findingsOf(area).skipped('Not checked, because the database can’t be used.')])
  const alone = (check: () => Promise<Finding[]>) => (area: Finding['area']) => orFailed(area, null, check)
  const checks: Record<Finding['area'], (area: Finding['area']) => Promise<Finding[]>> = {
    settings: alone(async () => checkSettings(config)),
    database: alone(async () => database.findings),
    backup: withDatabase(() => checkBackup(patient)),
    work: withDatabase(() => checkWork(patient)),
    btcpay: async (area) => {
      const found = engines.all.map((engine) =>
        orFailed(area, engine.name, () => checkEngine(patient, engine, { hasDatabase, nowMs: around.nowMs })),
      )
      return (await Promise.all(found)).flat()
    },
    webhooks: withDatabase(() => checkWebhooks(patient, request, around)),
    explorer: alone(() => checkExplorer(patient)),
    email: alone(async () =>
      checkEmail(config, request, hasDatabase ? await readPlatformBrand(patient.db) : defaultBrand),
    ),
    prices: alone(() => checkPrices(config, around)),
    clock: withDatabase(() => checkClock(patient, around)),
    address: alone(() => checkAddress(patient, around)),
    disk: alone(() => checkDisk(patient, around)),
  }
  const wanted = doctorAreas.filter((area) => request.only === undefined || request.only === area)
  return (await Promise.all(wanted.map((area) => checks[area](area)))).flat()
}
