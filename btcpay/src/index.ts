export {
  AmountFormatError,
  btcToMsats,
  btcToSats,
  msatsToSatsRoundedDown,
  parseMsats,
  parseSats,
  satsToBtc,
  satsToMsats,
} from './amounts.ts'
export { type BtcpayClient, type BtcpayClientSettings, createBtcpayClient } from './client.ts'
export { type Circuit, createGate, type Gate, type GateFigures, type GateSettings } from './gate.ts'
export { type AddressPolicy, createGuardedAgent, NotConnectedError, objectToUrl } from './guarded-connect.ts'
export { isInternalAddress } from './internal-address.ts'
export { canonicalMethodId, missingPaymentMethods } from './missing-payment-methods.ts'
export { missingPermissions, storesOfKey } from './missing-permissions.ts'
export {
  absentAsUndefined,
  BtcpayError,
  isRefused,
  namesPath,
  type Outcome,
  type Refused,
  type Unknown,
  type Unreachable,
  unwrap,
} from './outcome.ts'
export { type ParsedWebhookEvent, parseWebhookEvent } from './parse-webhook-event.ts'
export type { LightningPayResult } from './resources/lightning.ts'
export type { Auth, Call, CallOptions, Send } from './send.ts'
export { createTransport, type Transport, type TransportSettings } from './transport.ts'
export { signWebhook, verifyWebhookSignature } from './verify-webhook-signature.ts'
