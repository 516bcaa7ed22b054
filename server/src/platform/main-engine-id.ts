/** The BTCPay Server with the platform's own store. */
export const mainEngineId = 1
