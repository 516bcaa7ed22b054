import { recoveryForm } from '@bitquay/contract/account-care'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import { SheetSection } from '../../ui/sheet-section.tsx'
import * as t from './messages.ts'
import { useStartRecovery } from './use-account-care.ts'
import { useCareAnswer } from './use-care-answer.ts'

type RecoverySheetProps = { merchant: { id: number; storeName: string }; onClose: () => void }

/** An admin says how they checked who asks, and starts the wait. */
export const RecoverySheet = ({ merchant: { id, storeName }, onClose }: RecoverySheetProps) => {
  const start = useStartRecovery(id)
  const { code, told } = useCareAnswer({ title: t.recoveryStarted, description: storeName }, onClose)
  const { bind, fields, errors, submit } = useContractForm(recoveryForm, { initial: { identityCheck: '' } })
  return (
    <FormSheet
      title={t.recoverNamed({ store: storeName })}
      note={<p className="muted small">{t.recoverPurpose}</p>}
      onClose={onClose}
      onSubmit={submit((checked) => start.mutate({ ...checked, ...code.proof }, told))}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="bad" busy={start.isPending} disabled={fields.identityCheck.trim() === ''}>
            {start.isPending ? t.starting : t.startRecovery}
          </Button>
        </>
      }
    >
      <div className="stack gap-5">
        <Field label={t.identityCheck} hint={t.identityCheckHint} error={errors.identityCheck}>
          <Textarea {...bind('identityCheck')} rows={3} />
        </Field>
        <SheetSection title={t.whatHappens}>
          <ol className="small muted stack gap-2">
            {[t.recoveryTells, t.recoveryWaitsFirst, t.recoveryEnds].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </SheetSection>
        <OwnCodeField {...code} />
      </div>
    </FormSheet>
  )
}
