import { message } from '../../lib/message.ts'

export const testMode = message('テストモード')
export const testModeLead = message('テストモード。')
export const notReal = message('本物のお金ではありません。')
export const paymentsBy = message('決済サービス：')
export const contactShop = message('{name}に問い合わせる')
export const checkTheLink = message('リンクをご確認いただくか、送信元の事業者にお問い合わせください。')
export const language = message('言語')
