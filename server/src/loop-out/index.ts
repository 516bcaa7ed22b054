export { executeLoopOut } from './execute-loop-out.ts'
export { requestLoopOut } from './request-loop-out.ts'
export { saveReceivedForInvoice } from './table.invoices.ts'
