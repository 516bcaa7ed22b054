import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'

/** Which emails are sent besides those that must be. */
export const EmailsCard = ({ settings }: { settings: Answer<typeof getSettings> }) => {
  const change = useChangeSettings()
  const shown = change.isPending ? change.variables.paymentLetters : settings.paymentLetters
  const act = (paymentLetters: boolean) =>
    change.mutate(
      { paymentLetters },
      {
        onSuccess: () => toast({ title: t.savedToast, description: t.saved }),
        onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) }),
      },
    )
  return (
    <Card>
      <SwitchRow
        name={t.paymentReceived}
        hint={t.paymentReceivedHint}
        checked={shown ?? false}
        disabled={settings.role === 'user' || change.isPending}
        onChange={act}
      />
    </Card>
  )
}
