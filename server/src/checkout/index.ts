export { sendReceipt } from './email-receipt.ts'
export { fillPage, readTemplate } from './fill-page.ts'
