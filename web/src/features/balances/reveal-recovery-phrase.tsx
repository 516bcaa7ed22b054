import { getWallet } from '@bitquay/contract/balances'
import { readRecoveryWords } from '@bitquay/contract/recovery-words'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
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
import './reveal-recovery-phrase.css'

/** The owner takes the words over: a code, then the words, once. They live in this component and nowhere else. */
export const RevealRecoveryPhrase = ({ offered }: { offered: boolean }) => {
  const [isAsking, setIsAsking] = useState(false)
  const [words, setWords] = useState<string[]>()
  return (
    <>
      {offered && (
        <Button
          className="mt-4"
          icon={<KeyRound className="ico" aria-hidden="true" />}
          onClick={() => setIsAsking(true)}
        >
          Read the recovery words
        </Button>
      )}
      {isAsking && (
        <AskForCode
          onClose={() => setIsAsking(false)}
          onWords={(read) => {
            setIsAsking(false)
            setWords(read)
          }}
        />
      )}
      {words && <Words words={words} onClose={() => setWords(undefined)} />}
    </>
  )
}

const AskForCode = ({ onClose, onWords }: { onClose: () => void; onWords: (words: string[]) => void }) => {
  const { fields, errors, change, submit } = useCodeForm()
  const queryClient = useQueryClient()
  const read = useAction({
    mutationFn: (twoFactorToken: string) => ask(readRecoveryWords, { body: { twoFactorToken } }),
    onSuccess: () => void reread(queryClient, [getWallet]),
  })
  const send = submit(({ code }) =>
    read.mutate(code, {
      onSuccess: ({ words }) => onWords(words),
      onError: (failure) =>
        toast({
          kind: 'bad',
          title: 'Recovery words not shown',
          description: messageOf(failure, 'Invalid verification code'),
        }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title="Read the recovery words"
      purpose="They are shown once and then deleted here. Have pen and paper ready, and nobody behind you."
      keep={read.isPending}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={read.isPending}>
            {read.isPending ? 'Reading...' : 'Show them once'}
          </Button>
        </>
      }
    >
      <TwoFactorField
        label="2FA code"
        value={fields.code}
        error={errors.code}
        data-autofocus
        onValueChange={(value) => change('code', value)}
      />
    </Dialog>
  )
}

const Words = ({ words, onClose }: { words: string[]; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(stays) => !stays && onClose()}
    title="Your recovery words"
    purpose={`Write these ${words.length} words down in this order. Whoever has them has the wallet.`}
    keep
    footer={
      <Button variant="signal" onClick={onClose} data-autofocus>
        I have written them down
      </Button>
    }
  >
    <ol className="recovery-words" aria-label="Recovery words">
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and the order never changes.
        <li key={index} className="mono">
          {word}
        </li>
      ))}
    </ol>
    <div className="mt-4">
      <Notice kind="wait">They are no longer here. A photo or a file is not a safe place for them.</Notice>
    </div>
  </Dialog>
)
