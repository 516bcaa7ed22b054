import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BtcpayClient, createBtcpayClient } from '@bitquay/btcpay'
import { type Sandbox, startSandbox } from '@bitquay/sandbox'
import type { Engine } from '../src/deps.ts'

export type TestEngine = { engine: Engine; control: Sandbox['control']; close: () => Promise<void> }

/** The caller's own sandbox: a Bitcoin network and a BTCPay on a free port. Another seed creates other hashes and IDs. */
export const startTestEngine = async (seed = 'tests'): Promise<TestEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-engine-'))
  const sandbox = await startSandbox({ dir: folder, seed, addressGap: [3, 2] })
  return {
    engine: {
      url: sandbox.url,
      apiKey: sandbox.adminKey,
      esploraUrl: `${sandbox.url}/explorer/api`,
      sandboxUrl: sandbox.url,
    },
    control: sandbox.control,
    close: async () => {
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A BTCPay that is not ours, such as a merchant's own, with its administrator. */
export type ForeignEngine = TestEngine & { admin: BtcpayClient }

export const startForeignEngine = async (): Promise<ForeignEngine> => {
  const theirs = await startTestEngine()
  const admin = createBtcpayClient({
    url: theirs.engine.url,
    auth: { apiKey: theirs.engine.apiKey },
    transport: { policy: { allowPrivate: true } },
  })
  return {
    ...theirs,
    admin,
    close: async () => {
      await admin.close()
      await theirs.close()
    },
  }
}
