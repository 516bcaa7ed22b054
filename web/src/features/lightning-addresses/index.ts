export { LightningAddressRow } from './lightning-address-row.tsx'
export { LinkAddressDialog } from './link-address-dialog.tsx'
export { useLinkAddress } from './use-lightning-address.ts'
