import { getWallet } from '@bitquay/contract/balances'
import { readRecoveryWords } from '@bitquay/contract/stores'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { reread } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import './recovery-phrase-dialogs.css'

/** A code, then the recovery phrase, once. It lives in this component and nowhere else. */
export const RecoveryPhraseDialogs = ({
  onClose,
  formerWalletId,
}: {
  onClose: () => void
  formerWalletId?: number
}) => {
  const [words, setWords] = useState<string[]>()
  return words ? (
    <Phrase words={words} onClose={onClose} />
  ) : (
    <AskForCode formerWalletId={formerWalletId} onClose={onClose} onWords={setWords} />
  )
}

type AskForCodeProps = {
  /** By default the wallet in use. */
  formerWalletId: number | undefined
  onClose: () => void
  onWords: (words: string[]) => void
}

const AskForCode = ({ formerWalletId, onClose, onWords }: AskForCodeProps) => {
  const queryClient = useQueryClient()
  const read = useAction({
    mutationFn: (twoFactorToken: string) => ask(readRecoveryWords, { body: { twoFactorToken, formerWalletId } }),
    onSuccess: () => void reread(queryClient, [getWallet]),
  })
  const reveal = (code: string) =>
    read.mutate(code, {
      onSuccess: ({ words }) => onWords(words),
      onError: (failure) =>
        toast({ kind: 'bad', title: t.notRevealedToast, description: messageOf(failure, t.invalidCode) }),
    })
  return (
    <CodeDialog
      title={t.revealTitle}
      purpose={t.revealPurpose}
      confirm={t.reveal}
      confirming={t.revealing}
      busy={read.isPending}
      onCode={reveal}
      onClose={onClose}
    />
  )
}

const Phrase = ({ words, onClose }: { words: string[]; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(stays) => !stays && onClose()}
    title={t.phraseTitle}
    purpose={t.phrasePurpose({ count: words.length })}
    keep
    footer={
      <Button variant="signal" onClick={onClose} data-autofocus>
        {t.writtenDown}
      </Button>
    }
  >
    <ol className="recovery-words stack gap-2" aria-label={t.recoveryPhrase}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and the order never changes.
        <li key={index} className="mono flex on-baseline gap-2.5">
          {word}
        </li>
      ))}
    </ol>
    <div className="mt-4">
      <Notice kind="wait">{t.phraseWarning}</Notice>
    </div>
  </Dialog>
)
