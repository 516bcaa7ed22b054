export { NewMerchantDialog } from './new-merchant-dialog.tsx'
export { useChangeSettings, useSettings } from './use-settings.ts'
