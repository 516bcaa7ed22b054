/** What is wrong with a PSBT that came back. */
export const signingFaults = [
  'too-large',
  'unreadable',
  'not-signed',
  'partly-signed',
  'other-inputs',
  'other-outputs',
  'other-locktime',
  'other-sequence',
  'fee-too-high',
  'wrong-sighash',
  'wrong-key',
  'invalid-signature',
] as const
export type SigningFault = (typeof signingFaults)[number]

/** With `signature-refused`: what is wrong, and which outputs differ from the payment that was requested. */
export type SigningRefusal = {
  fault: SigningFault
  /** Null where it has no such output. */
  outputs: { address: string; requestedBtc: string | null; signedBtc: string | null }[]
}
