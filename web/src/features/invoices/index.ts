export { useHasInvoice } from './use-invoices.ts'
