export { readFormerWallets } from './queries.former.ts'
export { estimateNetworkFee, findFeeRate, readAvailable, readMoney } from './queries.ts'
