export { ActiveState } from './merchant-state.tsx'
export { NewMerchantDialog } from './new-merchant-dialog.tsx'
export { useChangeSettings, useSettings } from './use-settings.ts'
