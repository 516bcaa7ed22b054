import type { ApiScope } from '@bitquay/contract/call'
import { createKey, type NewApiKey } from '../src/api-keys/table.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import type { TestApp } from './app.ts'

/** Creates an API key of the merchant, as its developer tab would. Returns the Bearer token. */
export const addApiKey = async (
  { deps }: TestApp,
  merchantId: number,
  scopes: readonly ApiScope[] = ['read', 'invoices', 'refunds'],
  more: Partial<NewApiKey> = {},
): Promise<string> => {
  const { text } = await inTransaction(deps.db, (tx) =>
    createKey(tx, {
      merchantId,
      mode: deps.config.mode === 'live' ? 'live' : 'test',
      name: scopes.join(' and '),
      scopes,
      allowedSources: [],
      withdrawalAddresses: scopes.includes('withdrawals') ? ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'] : [],
      expiresInDays: undefined,
      createdBy: 'owner@example.test',
      ...more,
    }),
  )
  return text
}
