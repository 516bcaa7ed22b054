import type { Health, ServerInfo } from '@bitquay/btcpay/wire/server'
import { rateSources } from '../../engine/rates/rates.ts'
import { permissionTree, roles, wireName } from '../permissions.ts'
import { anonymous, authenticated, inStore, onServer, type Route } from '../route.ts'

export const serverRoutes: Route[] = [
  anonymous('GET', '/health', (): Health => ({ synchronized: true })),

  authenticated('GET', '/server/info', ({ btcpay }): ServerInfo => {
    const { height } = btcpay.engine.chain.tip()
    return {
      version: '2.4.1',
      onion: null,
      supportedPaymentMethods: ['BTC-CHAIN', 'BTC-LN', 'BTC-LNURL'],
      fullySynched: true,
      syncStatus: [
        {
          paymentMethodId: 'BTC-CHAIN',
          available: true,
          chainHeight: height,
          syncHeight: height,
          nodeInformation: { headers: height, blocks: height, verificationProgress: 1 },
        },
      ],
    }
  }),

  authenticated('GET', '/misc/permissions', () => permissionTree()),
  authenticated('GET', '/misc/lang', () => [{ code: 'en', currentLanguage: 'English' }]),
  authenticated('GET', '/misc/rate-sources', () => rateSources),

  onServer('GET', '/server/roles', 'server.canmodifyserversettings', () => roleList()),
  inStore('GET', '/roles', 'store.canviewstoresettings', () => roleList()),
]

function roleList() {
  return Object.entries(roles).map(([role, permissions]) => ({
    id: role,
    role,
    permissions: permissions.map(wireName),
    isServerRole: true,
  }))
}
