import { join } from 'node:path'
import { describe, it } from 'vitest'
import { openBitcoindHands } from './bitcoind-hands.ts'
import { describeConformance } from './describe-conformance.ts'
import { openLndHands, readMacaroon } from './lnd-hands.ts'

const {
  BTCPAY_TEST_EMAIL: email,
  BTCPAY_TEST_PASSWORD: password,
  BTCPAY_TEST_RECEIVER_HOST: receiverHost,
  BTCPAY_TEST_HOT_WALLETS_FOR_ALL: hotWalletsForAll,
  BTCPAY_TEST_INTERNAL_NODE_FOR_ALL: internalNodeForAll,
  BITCOIND_RPC_URL: rpcUrl,
  BITCOIND_OWN_CHAIN: ownChain,
  LND_REST_URL: lndUrl,
  LND_MACAROON: macaroon,
} = process.env
// The shorter names belong to the platform's own server, so they count only when the suite was started by its command.
const isCommand = process.env.BTCPAY_TEST === 'true'
const url = process.env.BTCPAY_TEST_URL ?? (isCommand ? process.env.BTCPAY_URL : undefined)
const apiKey = process.env.BTCPAY_TEST_API_KEY ?? (isCommand ? process.env.BTCPAY_API_KEY : undefined)
/** Beside the project, if someone placed it there. */
const openapiPath = process.env.BTCPAY_OPENAPI ?? join(import.meta.dirname, '../../../../shared/btcpay/openapi.json')

const admin = apiKey ? { apiKey } : email && password ? { email, password } : undefined

if (!url || !admin) {
  describe('a real BTCPay Server', () => {
    it.skip('is tested by `npm run test:btcpay` with BTCPAY_URL and BTCPAY_API_KEY', () => undefined)
  })
} else {
  // Time can't be advanced there, so some tests wait minutes for an invoice to expire.
  describeConformance(
    `the BTCPay Server at ${new URL(url).host}`,
    async () => ({
      url,
      admin,
      policies: { hotWalletsForAll: hotWalletsForAll === 'true', internalNodeForAll: internalNodeForAll === 'true' },
      ...(rpcUrl ? { chain: await openBitcoindHands(rpcUrl, { ownChain: ownChain === 'true' }) } : {}),
      ...(lndUrl && macaroon ? { lightning: openLndHands(lndUrl, readMacaroon(macaroon)) } : {}),
      passTime: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
      ...(receiverHost ? { receiverHost } : {}),
      openapiPath,
      close: async () => undefined,
    }),
    { timeoutMs: 400_000 },
  )
}
