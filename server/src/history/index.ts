export { allTransactions, transactions } from './list.ts'
