export { useWallet } from './use-wallet.ts'
