export { NewMerchantDialog } from './new-merchant-dialog.tsx'
export { useSettings } from './use-settings.ts'
