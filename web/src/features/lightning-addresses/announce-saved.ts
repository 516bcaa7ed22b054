import type { Answer } from '@bitquay/contract/call'
import type { saveLightningAddress } from '@bitquay/contract/lightning-addresses'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'

/** Says whether an address was saved. A name that isn't available is shown at its field. */
export const announceSaved = (showAtName: (sentence: string) => void, onSaved?: () => void) => ({
  onSuccess: ({ address }: Answer<typeof saveLightningAddress>) => {
    if (address) {
      const sentence = address.active ? t.savedSentence : t.offSentence
      toast({ title: t.savedToast, description: sentence({ address: address.address }) })
    }
    onSaved?.()
  },
  onError: (error: Error) => {
    if (error instanceof ApiError && error.code === 'address-name-taken') showAtName(error.message)
    else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) })
  },
})
