import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@bitquay/sandbox'
import type { Engine } from '../src/deps.ts'

export type TestEngine = { engine: Engine; control: Sandbox['control']; close: () => Promise<void> }

/** The caller's own sandbox: a Bitcoin network and a BTCPay on a free port. Another seed creates other hashes and IDs. */
export const startTestEngine = async (seed = 'tests'): Promise<TestEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-engine-'))
  const sandbox = await startSandbox({ dir: folder, seed })
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
