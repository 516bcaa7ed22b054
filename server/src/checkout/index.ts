export { sendReceipt } from './email-receipt.ts'
