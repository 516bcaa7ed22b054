import type { Answer } from '@bitquay/contract/call'
import type { getSettings } from '@bitquay/contract/merchants'
import { useId } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from './use-settings.ts'
import './emails-card.css'

/** What is told by e-mail beside what must be. */
export const EmailsCard = ({ settings }: { settings: Answer<typeof getSettings> }) => {
  const id = useId()
  const change = useChangeSettings()
  const mayChange = settings.role !== 'user'
  const shown = change.isPending ? change.variables.paymentLetters : settings.paymentLetters
  return (
    <Card title="E-mail">
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
                onSuccess: () => toast({ title: 'Success', description: 'Account updated successfully' }),
                onError: (error) =>
                  toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to update account') }),
              },
            )
          }
        />
        <div>
          <label htmlFor={id} className="font-medium">
            Payment received
          </label>
          <p id={`${id}-hint`} className="small muted">
            A message to the owner’s address for each payment of an invoice, once it is confirmed.
          </p>
        </div>
      </div>
    </Card>
  )
}
