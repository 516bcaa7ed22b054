import type { Till, TillCashier } from '@bitquay/contract/tills'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { SetupCard } from './setup-card.tsx'
import { useAddCashier, useRemoveCashier } from './use-tills.ts'

/** Who may open shifts and request refunds at the till. */
export const Cashiers = ({ till, mayChange }: { till: Till; mayChange: boolean }) => {
  const [hiring, setHiring] = useState(false)
  return (
    <SetupCard
      title={t.cashiers}
      add={t.addCashier}
      icon={<UserPlus className="ico" aria-hidden="true" />}
      onAdd={mayChange ? () => setHiring(true) : undefined}
      empty={t.noCashiers}
      rows={till.cashiers.map((cashier) => (
        <CashierRow key={cashier.id} till={till} cashier={cashier} mayChange={mayChange} />
      ))}
    >
      <p className="hint mt-2">{t.pinScope}</p>
      {hiring && <AddCashierDialog till={till} onClose={() => setHiring(false)} />}
    </SetupCard>
  )
}

type RowProps = { till: Till; cashier: TillCashier; mayChange: boolean }

const CashierRow = ({ till, cashier: { id, name }, mayChange }: RowProps) => {
  const remove = useRemoveCashier(till.id, id)
  const onError = (error: unknown) =>
    toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.removeFailed) })
  return (
    <li className="across gap-3">
      <b className="what grow min-w-0">{name}</b>
      {mayChange && (
        <Button
          size="sm"
          aria-label={t.removeOne({ name })}
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError })}
        >
          {t.remove}
        </Button>
      )}
    </li>
  )
}

const AddCashierDialog = ({ till, onClose }: { till: Till; onClose: () => void }) => {
  const add = useAddCashier(till.id)
  const [name, setName] = useState('')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = () =>
    add.mutate({ name, pin }, { onSuccess: onClose, onError: (error) => setProblem(messageOf(error, t.cashierFailed)) })
  return (
    <FormDialog
      onClose={onClose}
      title={t.addCashier}
      purpose={t.cashierPurpose}
      confirm={t.addCashier}
      busy={add.isPending}
      onSubmit={save}
    >
      <div className="stack gap-5">
        <Field label={t.cashierName}>
          <Input data-autofocus maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t.pin} hint={t.pinHint} error={problem}>
          <Input
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={pin}
            onChange={({ target }) => {
              setPin(target.value.replace(/\D/g, ''))
              setProblem(undefined)
            }}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
