import { createReceiveAddress as createCall, getReceiveAddress as getCall } from '@bitquay/contract/balances'
import { readRecoveryWords as readCall } from '@bitquay/contract/recovery-words'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { createReceiveAddress, getReceiveAddress } from './get-receive-address.ts'
import { revealRecoveryPhrase } from './reveal-recovery-phrase.ts'

export const walletRoutes = (deps: Deps): Route[] => [
  route(readCall, async ({ person, body, source }) => ({
    words: await revealRecoveryPhrase(deps, person, body.twoFactorToken, source),
  })),
  route(getCall, async ({ person }) => ({ address: await getReceiveAddress(deps, person.merchantId) })),
  route(createCall, async ({ person }) => ({ address: await createReceiveAddress(deps, person.merchantId) })),
]
