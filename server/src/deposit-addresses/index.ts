export { createDepositAddress } from './create-deposit-address.ts'
