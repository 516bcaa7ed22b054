import { message } from '../../lib/message.ts'

export const testMode = message('وضع الاختبار')
export const testModeLead = message('وضع الاختبار.')
export const notReal = message('هذه ليست أموالًا حقيقية.')
export const paymentsBy = message('المدفوعات عبر')
export const contactShop = message('التواصل مع {name}')
export const checkTheLink = message('تحقق من الرابط أو اسأل الجهة التي أرسلته إليك.')
export const language = message('اللغة')
