/** Decimal digits of the currencies that an invoice may be written in. */
const digitsByCode: Readonly<Record<string, number>> = {
  USD: 2,
  EUR: 2,
  GBP: 2,
  CHF: 2,
  CAD: 2,
  AUD: 2,
  NZD: 2,
  SEK: 2,
  NOK: 2,
  DKK: 2,
  PLN: 2,
  CZK: 2,
  MXN: 2,
  BRL: 2,
  INR: 2,
  SGD: 2,
  HKD: 2,
  ZAR: 2,
  JPY: 0,
  KRW: 0,
  BTC: 8,
  SATS: 0,
}

export function currencyDigits(code: string): number {
  return digitsByCode[code] ?? 2
}

/** How many of each currency one US dollar buys. Fixed: only bitcoin moves in the sandbox. */
export const perDollar: Readonly<Record<string, string>> = {
  USD: '1',
  EUR: '0.86',
  GBP: '0.75',
  CHF: '0.8',
  CAD: '1.4',
  AUD: '1.53',
  NZD: '1.76',
  SEK: '9.5',
  NOK: '10.1',
  DKK: '6.42',
  PLN: '3.66',
  CZK: '20.9',
  MXN: '18.4',
  BRL: '5.35',
  INR: '88.5',
  SGD: '1.3',
  HKD: '7.78',
  ZAR: '17.3',
  JPY: '152',
  KRW: '1430',
}
