import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import { useId } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from './use-settings.ts'
import './emails-card.css'
import * as t from './messages.ts'

/** Which optional emails the owner gets. */
export const EmailsCard = ({ settings }: { settings: Answer<typeof getSettings> }) => {
  const id = useId()
  const change = useChangeSettings()
  const mayChange = settings.role !== 'user'
  const shown = change.isPending ? change.variables.paymentLetters : settings.paymentLetters
  return (
    <Card title={t.emails}>
      <div className="letters-choice">
        <input
          id={id}
          aria-describedby={`${id}-hint`}
          type="checkbox"
          checked={shown ?? false}
          disabled={!mayChange || change.isPending}
          onChange={(event) =>
            change.mutate(
              { paymentLetters: event.target.checked },
              {
                onSuccess: () => toast({ title: t.savedToast, description: t.saved }),
                onError: (error) =>
                  toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.saveFailed) }),
              },
            )
          }
        />
        <div>
          <label htmlFor={id} className="font-medium">
            {t.paymentReceived}
          </label>
          <p id={`${id}-hint`} className="small muted">
            {t.paymentReceivedHint}
          </p>
        </div>
      </div>
    </Card>
  )
}
