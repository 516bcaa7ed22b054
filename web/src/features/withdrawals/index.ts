export { CancelWithdrawal } from './cancel-withdrawal.tsx'
export { useStuckWithdrawals } from './use-stuck-withdrawals.ts'
