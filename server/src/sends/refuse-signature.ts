import { fromSats } from '@bitquay/contract/money'
import { ApiError } from '../platform/http/api-error.ts'
import type { Refused } from './compare-signed.ts'

const nothing = 'Nothing was sent, and your coins stay reserved.'

const sentences = {
  'too-large': 'This file is too large for a signed payment.',
  unreadable: 'We can’t read this as a signed PSBT.',
  'not-signed': 'This isn’t signed yet.',
  'partly-signed': 'This is signed for some of the coins only.',
  'other-inputs': 'This spends other coins than the payment you requested.',
  'other-outputs': 'This isn’t the payment you requested: it pays something else.',
  'other-locktime': 'The app between changed this payment: it has another version or lock time.',
  'other-sequence': 'The app between changed this payment: its coins have other sequence numbers.',
  'fee-too-high': 'The network fee is higher than in the payment you requested.',
  'wrong-sighash': 'This signature would let others change the payment.',
  'wrong-key': 'This is signed with a key that isn’t in your wallet.',
  'invalid-signature': 'A signature in this isn’t valid.',
} as const

/** Says what is wrong with what came back, and that nothing has happened. */
export const refuseSignature = ({ fault, detail }: Refused): ApiError =>
  new ApiError('signature-refused', {
    message: `${sentences[fault]} ${nothing}`,
    signing: {
      fault,
      outputs: (detail.outputs ?? []).map(({ address, requestedSats, signedSats }) => ({
        address,
        requestedBtc: requestedSats === 0n ? null : fromSats(requestedSats),
        signedBtc: signedSats === 0n ? null : fromSats(signedSats),
      })),
    },
  })
