import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from '../merchants/index.ts'
import * as t from './messages.ts'

/** Whether customers are reminded of unpaid invoices. */
export const RemindersCard = ({ settings }: { settings: Answer<typeof getSettings> }) => {
  const { mutate, isPending } = useChangeSettings()
  const change = (sendsReminders: boolean) =>
    mutate(
      { sendsReminders },
      {
        onSuccess: () => toast({ title: t.savedToast, description: t.saved }),
        onError: (error) =>
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.remindersFailed) }),
      },
    )
  return (
    <Card>
      <SwitchRow
        name={t.reminders}
        hint={t.remindersHint}
        checked={settings.sendsReminders}
        disabled={settings.role === 'user' || isPending}
        onChange={change}
      />
    </Card>
  )
}
