import { message } from '../../lib/message.ts'

export const price = message('1 BTC = {price}')
export const oldPrice = message('1 BTC = {price}, updated {ago}')
export const estimatedPrice = message('1 BTC = {price}, not a market price')
