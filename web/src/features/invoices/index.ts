export { paidUsdOf } from './describe-invoice.ts'
export { InvoiceAmount, InvoiceState } from './invoice-marks.tsx'
export { OptionFields } from './option-fields.tsx'
export {
  findOptionErrors,
  type OptionFields as OptionFieldValues,
  optionFieldsOf,
  toOptionChange,
  toOptions,
} from './option-form.ts'
export { useCurrencies } from './use-currencies.ts'
export { useHasInvoice } from './use-invoices.ts'
