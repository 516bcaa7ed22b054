import type { ApiScope } from '@bitquay/contract/call'

/** What each scope lets a program do, in the order in which people think of it. */
export const scopeWords: Record<ApiScope, { name: string; sentence: string }> = {
  read: { name: 'Read', sentence: 'See invoices, payment links, transactions, balances, withdrawals and events.' },
  invoices: { name: 'Invoices', sentence: 'Create and mark invoices, create and change payment links.' },
  refunds: { name: 'Refunds', sentence: 'Refund customers by email, up to a daily limit.' },
  withdrawals: {
    name: 'Withdrawals',
    sentence: 'Send bitcoin without a 2FA code, to addresses that you choose now and to no other.',
  },
}
