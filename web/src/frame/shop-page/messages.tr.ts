import { message } from '../../lib/message.ts'

export const testMode = message('Test modu')
export const testModeLead = message('Test modu.')
export const notReal = message('Bu gerçek para değildir.')
export const paymentsBy = message('Ödeme altyapısı:')
export const contactShop = message('{name} ile iletişim')
export const checkTheLink = message('Bağlantıyı kontrol edin veya size gönderen işletmeye sorun.')
export const language = message('Dil')
