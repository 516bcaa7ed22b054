export { DepositAddressesCard } from './deposit-addresses-card.tsx'
