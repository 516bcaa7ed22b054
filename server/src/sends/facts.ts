import { type Action, actionsOn, adminScreens, type Fact, merchantScreens } from '../facts/index.ts'
import type { Send } from './table.ts'

/** Everyone who sees this money. */
export const screensOfSend = ({ merchantId, partnerId }: Pick<Send, 'merchantId' | 'partnerId'>) => [
  ...merchantScreens(['sends', 'balance', 'transactions'], ['sends'])({ merchantId }),
  ...(partnerId === null
    ? []
    : (['sends', 'partners'] as const).map((topic) => [`partner:${partnerId}`, topic] as const)),
]

/** A signature that was made outside has come back. */
export const signatureHandedIn: Action<Pick<Send, 'id' | 'merchantId' | 'partnerId'>> = {
  act: 'signature-handed-in',
  entry: ({ id, merchantId }) => ({ subject: { kind: 'send', id }, merchantId }),
  screens: screensOfSend,
}
/** By a person. The end of the send is announced besides. */
export const signingCanceled = actionsOn('send', screensOfSend)('signing-canceled')
/** A coin of a PSBT that can still be sent goes back to its wallet. */
export const cancelRequested = actionsOn('send', screensOfSend)('signing-canceled-for-sure')
/** The network refused its fee, and a new PSBT has a higher one. */
export const signedAgain = actionsOn('send', screensOfSend)('fee-raised')
export const sendChanged: Fact<Send> = { screens: screensOfSend }
export const sendCanceled = actionsOn('send', adminScreens('system'))('send-called-off')
/** Its end is announced as every end. */
export const sendResolved = actionsOn('send', adminScreens())('send-resolved')
