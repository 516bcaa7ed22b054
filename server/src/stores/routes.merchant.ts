import {
  createReceiveAddress as createCall,
  getReceiveAddress as getCall,
  syncWallet as syncCall,
} from '@bitquay/contract/balances'
import { readRecoveryWords as readCall } from '@bitquay/contract/stores'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { createReceiveAddress, getReceiveAddress } from './get-receive-address.ts'
import { revealRecoveryPhrase } from './reveal-recovery-phrase.ts'
import { syncWallet } from './sync-wallet.ts'

export const walletRoutes = (deps: Deps): Route[] => [
  route(syncCall, async ({ person }) => {
    await syncWallet(deps, person.merchantId)
    return { message: 'The wallet is being synced.' }
  }),
  route(readCall, async ({ person, body, source }) => ({
    words: await revealRecoveryPhrase(deps, person, body, source),
  })),
  route(getCall, async ({ person }) => ({ address: await getReceiveAddress(deps, person.merchantId) })),
  route(createCall, async ({ person }) => ({ address: await createReceiveAddress(deps, person.merchantId) })),
]
