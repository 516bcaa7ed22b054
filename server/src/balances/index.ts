export { estimateNetworkFee, findFeeRate, readAvailable, readMoney } from './queries.ts'
