export { quoteWithdrawal } from './quote-withdrawal.ts'
export { withdraw } from './withdraw.ts'
