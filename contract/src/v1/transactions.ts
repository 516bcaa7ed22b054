import { call } from '../call.ts'
import { listTransactions as portalListTransactions } from '../transactions.ts'

export const listTransactions = call({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/api/v1/transactions',
  audience: 'api',
  scope: 'read',
  summary: 'List transactions, newest first',
  query: portalListTransactions.query,
  output: portalListTransactions.output,
})
