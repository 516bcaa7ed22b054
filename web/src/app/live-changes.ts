import type { Topic } from '@bitquay/contract/platform.events'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvents } from '../lib/event-stream.ts'
import { reread } from '../lib/query-client.ts'
import { recheckSession } from '../lib/session.ts'

/** What to read again when a topic changes: queries whose address begins so. A topic without a line here does not compile. */
const addresses: Record<Topic, readonly string[]> = {
  account: ['/api/auth/verify', '/api/merchant/security', '/api/partner/security', '/api/admin/security'],
  preferences: ['/api/auth/preferences'],
  notifications: ['/api/auth/notifications', '/api/auth/notification-settings'],
  sessions: ['/api/auth/sessions', '/api/auth/verify'],
  settings: [
    '/api/merchant/settings',
    '/api/merchant/brand',
    '/api/merchant/checkout-origins',
    '/api/merchant/closing',
    '/api/merchant/account-change',
    '/api/auth/verify',
  ],
  mail: ['/api/sandbox/mail'],
  status: ['/api/status', '/api/admin/incidents'],
  balance: ['/api/merchant/balance', '/api/merchant/lightning-balance', '/api/merchant/wallet'],
  invoices: ['/api/merchant/invoices', '/api/merchant/payment-links', '/api/merchant/tills', '/api/checkout'],
  transactions: [
    '/api/merchant/transactions',
    '/api/merchant/lightning-address/payments',
    '/api/partner/transactions',
    '/api/admin/transactions',
    '/api/admin/dashboard',
    '/api/admin/notifications',
    '/api/admin/revenue',
  ],
  applications: ['/api/admin/applications', '/api/admin/dashboard', '/api/admin/notifications'],
  sends: [
    '/api/merchant/withdrawals',
    '/api/merchant/signing-requests',
    '/api/partner/withdrawals',
    '/api/partner/dashboard',
    '/api/admin/system',
  ],
  merchants: ['/api/admin/merchants', '/api/admin/people', '/api/admin/dashboard'],
  people: ['/api/admin/merchants', '/api/admin/people', '/api/admin/admins'],
  team: ['/api/merchant/team'],
  partners: ['/api/partner', '/api/admin/partners'],
  'promo-codes': ['/api/admin/promo-codes'],
  'loop-outs': ['/api/admin/lightning-loop-out', '/api/admin/dashboard', '/api/merchant/lightning-loop-out'],
  fees: ['/api/fees', '/api/admin/fee-schedule'],
  acts: ['/api/admin/act-log'],
  system: [
    '/api/admin/system',
    '/api/admin/first-steps',
    '/api/admin/emails',
    '/api/admin/notifications',
    '/api/admin/dashboard',
  ],
  brand: ['/api/admin/brand'],
  refunds: ['/api/merchant/refunds', '/api/merchant/invoices'],
  'api-keys': ['/api/merchant/api-keys'],
  webhooks: ['/api/merchant/webhooks', '/api/merchant/webhook-deliveries'],
  'payment-links': ['/api/merchant/payment-links'],
  tills: ['/api/merchant/tills'],
}

/** Follows the event stream for as long as someone is signed in, so that screens re-read at once. */
export const useLiveChanges = () => {
  const queryClient = useQueryClient()
  useEffect(() => {
    return followEvents({
      onChange: (topic) => void reread(queryClient, addresses[topic]),
      onReconnect: () => void reread(queryClient, Object.values(addresses).flat()),
      onRefused: () => void recheckSession(queryClient),
    })
  }, [queryClient])
}
