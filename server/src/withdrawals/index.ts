export { quoteWithdrawal } from './quote-withdrawal.ts'
export { recordForgottenWithdrawal } from './record-forgotten-withdrawal.ts'
export { withdraw } from './withdraw.ts'
