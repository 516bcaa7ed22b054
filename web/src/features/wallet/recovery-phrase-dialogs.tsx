import { getWallet } from '@bitquay/contract/balances'
import { readRecoveryWords } from '@bitquay/contract/recovery-words'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../lib/api.ts'
import { messageOf } from '../../lib/api-error.ts'
import { reread } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useCodeForm } from '../../lib/use-code-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
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
  const { fields, errors, change, submit } = useCodeForm()
  const queryClient = useQueryClient()
  const read = useAction({
    mutationFn: (twoFactorToken: string) => ask(readRecoveryWords, { body: { twoFactorToken, formerWalletId } }),
    onSuccess: () => void reread(queryClient, [getWallet]),
  })
  const send = submit(({ code }) =>
    read.mutate(code, {
      onSuccess: ({ words }) => onWords(words),
      onError: (failure) =>
        toast({ kind: 'bad', title: t.notRevealedToast, description: messageOf(failure, t.invalidCode) }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t.revealTitle}
      purpose={t.revealPurpose}
      keep={read.isPending}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={read.isPending}>
            {read.isPending ? t.revealing : t.reveal}
          </Button>
        </>
      }
    >
      <TwoFactorField
        label={t.code}
        value={fields.code}
        error={errors.code}
        data-autofocus
        onValueChange={(value) => change('code', value)}
      />
    </Dialog>
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
    <ol className="recovery-words" aria-label={t.recoveryPhrase}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and the order never changes.
        <li key={index} className="mono">
          {word}
        </li>
      ))}
    </ol>
    <div className="mt-4">
      <Notice kind="wait">{t.phraseWarning}</Notice>
    </div>
  </Dialog>
)
