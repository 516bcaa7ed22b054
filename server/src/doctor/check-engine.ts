import type { Outcome } from '@bitquay/btcpay'
import type { PlatformEngine } from '../deps.ts'
import { certificateDays, describeClock, findRateProblem, probeServer } from '../operations/index.ts'
import {
  findStoreOfEngine,
  formatConnectionError,
  isAddressOf,
  openStore,
  type ReadyStore,
  readEngineNode,
} from '../stores/index.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Patient, Surroundings } from './patient.ts'

type Findings = ReturnType<typeof findingsOf>
type Asked = { patient: Patient; engine: PlatformEngine; say: Findings }

const oldestMajor = 2

/** One of the operator's BTCPay Servers. Nothing is changed there. */
export const checkEngine = async (
  patient: Patient,
  engine: PlatformEngine,
  { hasDatabase, nowMs }: { hasDatabase: boolean } & Pick<Surroundings, 'nowMs'>,
): Promise<Finding[]> => {
  const say = findingsOf('btcpay', engine.name)
  const asked = { patient, engine, say }
  const health = await patient.engines.probe({ serverUrl: engine.url }).server.health()
  const probed = await checkServer(asked, nowMs)
  if (health.kind !== 'ok') return [say.failed(describeOutage(asked, health), outageAction(patient)), ...probed]
  const key = await checkKey(asked)
  if (key) return [key, ...probed]
  const { version, findings } = await checkInfo(asked)
  const problems = [...findings, ...(await checkNode(asked)), ...probed]
  const store = hasDatabase ? openStore(await findStoreOfEngine(patient.db, engine.id), patient.sealer) : undefined
  const inStore = store ? await checkThroughStore(asked, store) : []
  const unseen = store
    ? []
    : [
        say.skipped(
          'Network, hot wallets and rates are checked once there is a store on it.',
          firstStoreAction(hasDatabase),
        ),
      ]
  const found = [...problems, ...inStore]
  const isWell = found.every(({ state }) => state !== 'failed' && state !== 'warning')
  return [...(isWell ? [say.ok(`BTCPay Server ${version} at ${engine.url} can be used.`)] : []), ...found, ...unseen]
}

const firstStoreAction = (hasDatabase: boolean) =>
  hasDatabase ? 'A running server creates the platform’s store within a minute.' : undefined

const describeOutage = ({ engine, patient }: Asked, outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>) =>
  patient.config.mode === 'sandbox'
    ? `The sandbox at ${engine.url} isn’t running.`
    : formatConnectionError(new URL(engine.url).host, outcome)

const outageAction = ({ config }: Patient) =>
  config.mode === 'sandbox'
    ? 'Start it with npm start or npm run sandbox.'
    : 'Check the server and its address in the settings.'

const checkServer = async ({ engine: { name, url }, say }: Asked, nowMs: () => number): Promise<Finding[]> => {
  const probe = await probeServer(url, nowMs)
  if (!probe) return []
  const { aheadSeconds, certificateEndsAt } = probe
  const clock =
    aheadSeconds === undefined ? null : describeClock(`The clock of the BTCPay Server ${name}`, aheadSeconds, 'ours')
  return [
    ...(clock === null ? [] : [say.warning(clock, 'Check the time service (NTP) of both machines.')]),
    ...(certificateEndsAt === undefined ? [] : describeCertificate(say, certificateEndsAt, nowMs())),
  ]
}

/** Something only if it has ended or ends soon. */
export const describeCertificate = (say: Findings, endsAt: Date, nowMs: number): Finding[] => {
  const days = Math.floor((endsAt.getTime() - nowMs) / 86_400_000)
  if (days < 0) return [say.failed(`The certificate ended on ${endsAt.toISOString().slice(0, 10)}.`, 'Renew it.')]
  if (days >= certificateDays) return []
  return [say.warning(`The certificate ends in ${days === 1 ? '1 day' : `${days} days`}.`, 'Renew it.')]
}

/** Without a key that may do everything, the other requests say nothing. */
const checkKey = async ({ patient, engine, say }: Asked): Promise<Finding | undefined> => {
  const key = await patient.engines.of(engine.id).keys.current()
  if (key.kind === 'refused' && (key.status === 401 || key.status === 403))
    return say.failed(
      'The server doesn’t accept the API key.',
      'Create an unrestricted key of a server admin and set it.',
    )
  if (key.kind !== 'ok') return say.failed(`Couldn’t read what the API key may do: ${key.message}.`, 'Try again.')
  if (key.value.permissions.includes('unrestricted')) return undefined
  return say.failed('The API key isn’t unrestricted.', 'Create an unrestricted key of a server admin and set it.')
}

const checkInfo = async ({ patient, engine, say }: Asked): Promise<{ version: string; findings: Finding[] }> => {
  const info = await patient.engines.of(engine.id).server.info()
  if (info.kind !== 'ok') {
    return { version: '', findings: [say.failed(`Couldn’t read the server’s version: ${info.message}.`, 'Try again.')] }
  }
  const { version, fullySynched } = info.value
  const major = Number(/^\d+/.exec(version)?.[0] ?? 0)
  return {
    version,
    findings: [
      ...(major < oldestMajor
        ? [say.failed(`BTCPay Server ${version} is too old.`, 'Upgrade it to 2.0 or newer.')]
        : []),
      ...(fullySynched
        ? []
        : [say.failed('The server is still syncing with the Bitcoin network.', 'Wait until its node is synced.')]),
    ],
  }
}

const checkNode = async ({ patient, engine, say }: Asked): Promise<Finding[]> => {
  const node = await readEngineNode(patient, engine.id)
  if (node === 'shared') return []
  return node === 'none'
    ? [
        say.warning(
          'The server has no Lightning node, so merchants on it can’t be paid over Lightning.',
          'Connect an LND node in BTCPay if they should.',
        ),
      ]
    : [
        say.warning(
          'The server’s Lightning node doesn’t respond.',
          'Start it, and look at Server Settings > Services in BTCPay.',
        ),
      ]
}

/** What only a store shows: the network, whether its own key may sign, and whether there is a price. */
const checkThroughStore = async ({ patient, engine, say }: Asked, store: ReadyStore): Promise<Finding[]> => {
  const client = patient.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const { network } = patient.config
  const [address, signed, rates] = await Promise.all([
    client.wallet.address(store.storeId),
    // When asked to pay nobody, BTCPay first checks whether the caller may sign at all.
    client.wallet.signTransaction(store.storeId, { destinations: [] }),
    findRateProblem(patient.engines, store),
  ])
  return [
    ...(address.kind === 'ok' && !isAddressOf(address.value.address, network)
      ? [
          say.failed(
            `The server is on another network: its address ${address.value.address} isn’t one of ${network}.`,
            `Connect a BTCPay Server on ${network}, or set NETWORK.`,
          ),
        ]
      : []),
    ...(address.kind === 'ok'
      ? []
      : [say.failed(`Couldn’t read an address of a store: ${address.message}.`, 'Look at the store in BTCPay.')]),
    ...(signed.kind === 'refused' && signed.status === 503
      ? [
          say.failed(
            'Stores can’t sign, so nothing can be sent.',
            'Turn on "Non-admins can create hot wallets" in Server Settings > Policies.',
          ),
        ]
      : []),
    ...(rates?.problem
      ? [
          say.failed(
            `The server has no bitcoin price, so invoices in dollars fail: ${rates.problem.split('\n')[0]}`,
            `Let ${engine.name} reach its exchange, or choose another one in Store Settings > Rates.`,
          ),
        ]
      : []),
  ]
}
