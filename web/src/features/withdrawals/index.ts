export { useStuckWithdrawals } from './use-stuck-withdrawals.ts'
