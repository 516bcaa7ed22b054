import type { Outcome } from '@bitquay/btcpay'

/** Why a BTCPay Server could not be asked, in one sentence for the person who typed its address. */
export const sayUnreachable = (host: string, outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): string => {
  if (outcome.kind === 'refused') return `What answers at ${host} is not a BTCPay Server (status ${outcome.status}).`
  switch (outcome.reason) {
    case 'dns':
      return `There is no server named ${host}. Check the address for typing errors.`
    case 'connection-refused':
      return `Nothing answers at ${host}: the connection was refused.`
    case 'tls':
      return `The certificate of ${host} is not valid, so no safe connection is possible.`
    case 'connect-timeout':
    case 'timeout':
      return `The server at ${host} did not answer in time.`
    case 'blocked-address':
      return `${host} is an internal address. A BTCPay Server must be on a public one, unless the operator allows it.`
    case 'bad-url':
      return `The server address cannot be used: ${outcome.message}.`
    case 'redirect':
      return `The server at ${host} sends us elsewhere: ${outcome.message}. Enter that address instead.`
    case 'server-error':
      return `The server at ${host} has a fault of its own (status ${outcome.status ?? 500}). Try again later.`
    case 'not-json':
    case 'unexpected-shape':
    case 'too-large':
      return `What answers at ${host} is not a BTCPay Server.`
    case 'connection-lost':
    case 'network':
    case 'aborted':
    case 'bad-request':
      return `The connection to ${host} was lost. Try again.`
  }
}
