import { message } from '../../lib/message.ts'

export const testMode = message('测试模式')
export const testModeLead = message('测试模式。')
export const notReal = message('这不是真实的资金。')
export const paymentsBy = message('付款服务：')
export const contactShop = message('联系 {name}')
export const checkTheLink = message('请检查链接，或咨询向您发送链接的商家。')
export const language = message('语言')
