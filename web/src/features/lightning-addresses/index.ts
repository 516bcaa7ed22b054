export { LightningAddressCard } from './lightning-address-card.tsx'
export { LinkAddressDialog } from './link-address-dialog.tsx'
export { useLinkAddress } from './use-lightning-address.ts'
