import type { Till } from '@bitquay/contract/tills'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import * as t from './messages.ts'
import { useChangeTill } from './use-tills.ts'

const mostCharacters = 200

/** What is printed below the total. */
export const ReceiptCard = ({ till, mayChange }: { till: Till; mayChange: boolean }) => {
  const change = useChangeTill(till.id)
  const saved = till.receiptFooter ?? ''
  const [footer, setFooter] = useState(saved)
  const [problem, setProblem] = useState<string>()
  const save = () =>
    change.mutate(
      { receiptFooter: footer.trim() || null },
      { onSuccess: () => setProblem(undefined), onError: (error) => setProblem(messageOf(error, t.saveFailed)) },
    )
  return (
    <Card title={t.receipt} aria-label={t.receipt}>
      <div className="stack gap-3">
        <Field label={t.footer} hint={t.footerHint({ count: String(footer.length) })} error={problem}>
          <Textarea
            rows={3}
            maxLength={mostCharacters}
            disabled={!mayChange}
            value={footer}
            onChange={({ target }) => setFooter(target.value)}
          />
        </Field>
        {mayChange && footer.trim() !== saved && (
          <div>
            <Button size="sm" busy={change.isPending} onClick={save}>
              {t.save}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
