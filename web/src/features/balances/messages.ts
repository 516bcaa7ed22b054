import { message } from '../../lib/message.ts'

// The figures of every page.
export const balance = message('Balance')
export const totalBalance = message('Total balance')
export const available = message('Available')
export const reserved = message('Not available yet')
export const feesOwed = message('Fees owed')
export const notConfigured = message('Bitcoin payments are not configured yet. Contact support to set them up.')
export const balanceFailed = message('Couldn’t load your balance. Your money is safe.')
export const loading = message('Loading')

export const convertedOld = message('{amount}, rate {age} old')

// Lightning.
export const lightningBalance = message('Lightning balance')
export const lightningFailed = message('Couldn’t load your Lightning balance. Your money is safe.')
export const notInUse = message('Not in use')
export const heldBy = message('Held by {brand}')
export const onHold = message('{amount} on hold, moving to your wallet')
export const yourNode = message('Your node')
export const notInTotal = message('Not in the total')
export const aboveMinimum = message('Lightning balance {balance}, above the {minimum} needed to loop out')
export const belowMinimum = message('Lightning balance {balance}, below the {minimum} needed to loop out')
