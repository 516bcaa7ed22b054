import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { syncStore } from '../payments/index.ts'
import { handOutAddress, provisionStore, releaseLease, takeLease } from '../stores/index.ts'
import { callSandbox } from './call-sandbox.ts'

const capitalBtc = '1.00000000'

/** In the sandbox the platform's wallet starts with some of the operator's capital, so that it can pay out. */
export const ensureCapital = async (deps: Deps): Promise<void> => {
  if (!deps.engine.sandboxUrl) return
  const store = await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
  const known = await deps.db.selectFrom('platformTransactions').select('txid').limit(1).executeTakeFirst()
  if (known) return
  // Of several servers that start at once, one does it.
  const lease = await takeLease(deps.db, store.id)
  if (!lease) return
  try {
    const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    const seen = unwrap(await client.wallet.listTransactions(store.storeId, { skip: 0, limit: 1 }))
    if (seen.length === 0) {
      const address = unwrap(await handOutAddress(deps, client, store))
      await callSandbox(deps, 'faucet', { address, amountBtc: capitalBtc })
    }
    await callSandbox(deps, 'mine', { blocks: 1 })
  } finally {
    await releaseLease(deps.db, store.id, lease)
  }
  await syncStore(deps, store.id)
}
