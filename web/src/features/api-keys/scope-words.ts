import type { ApiScope } from '@bitquay/contract/call'
import * as t from './messages.ts'

/** What each scope lets a program do, in the order in which people think of it. */
export const scopeWords: Record<ApiScope, { name: string; sentence: string }> = {
  read: { name: t.readName, sentence: t.readText },
  invoices: { name: t.invoicesName, sentence: t.invoicesText },
  refunds: { name: t.refundsName, sentence: t.refundsText },
  withdrawals: {
    name: t.withdrawalsName,
    sentence: t.withdrawalsText,
  },
}
