import { message } from '../../lib/message.ts'

// Paying with test money.
export const testPayment = message('Test payment')
export const testPaymentLead = message('Test payment.')
export const testPurpose = message('Simulate the customer’s payment.')
export const payOnChain = message('Pay on-chain')
export const paidOnChainDone = message('Paid on-chain. Mine a block to confirm it.')
export const payLightning = message('Pay over Lightning')
export const paidLightningDone = message('Paid over Lightning.')
export const mine = message('Mine a block')
export const mined = message('Block mined.')
export const refused = message('The sandbox declined this.')
export const notReached = message('Couldn’t reach the server.')
