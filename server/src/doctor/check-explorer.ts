import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { type Finding, findingsOf, messageOf } from './finding.ts'
import type { Patient } from './patient.ts'

const { ok, warning, failed, skipped } = findingsOf('explorer')

/** The first block of each network. Every signet begins with the same. */
export const firstBlocks: Record<NetworkName, string> = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  testnet: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
}

const timeoutMs = 5000
/** Blocks may arrive at one of the two first. */
const mostBlocksApart = 3

export const checkExplorer = async (patient: Patient): Promise<Finding[]> => {
  const { engine, config } = patient
  if (config.mode === 'sandbox') return [skipped('The sandbox has its own explorer.')]
  if (engine.esploraUrl === undefined)
    return [
      warning(
        'There is no explorer, so conflicting transactions are found later and details are missing.',
        'Set ESPLORA_URL to an Esplora explorer that you trust.',
      ),
    ]
  const read = async (path: string) => {
    const answer = await fetch(`${engine.esploraUrl}${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return (await answer.text()).trim().slice(0, 100)
  }
  const action = 'Check ESPLORA_URL and the explorer.'
  try {
    const [first, height] = [await read('/block-height/0'), Number(await read('/blocks/tip/height'))]
    if (first !== firstBlocks[config.network])
      return [
        failed(
          `The explorer is on another chain than ${config.network}.`,
          `Set ESPLORA_URL to an explorer of ${config.network}.`,
        ),
      ]
    const behind = (await readHeight(patient)) - height
    if (behind > mostBlocksApart)
      return [warning(`The explorer is ${behind} blocks behind BTCPay.`, 'Wait until it has caught up.')]
    return [ok(`The explorer is on ${config.network}, at block ${height}.`)]
  } catch (error) {
    return [failed(`The explorer doesn’t respond: ${messageOf((error as Error).cause ?? error)}.`, action)]
  }
}

/** According to BTCPay. 0 if it doesn't say. */
const readHeight = async ({ engines }: Patient): Promise<number> => {
  const info = await engines.platform.server.info()
  return info.kind === 'ok' ? Math.max(0, ...info.value.syncStatus.map(({ chainHeight }) => chainHeight ?? 0)) : 0
}
