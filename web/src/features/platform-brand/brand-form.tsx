import { figureNames } from '@bitquay/contract/platform-brand'
import type { BrandOffice } from '@bitquay/contract/platform-brand.admin'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import {
  addressField,
  addressFields,
  type BrandFields,
  fieldOfPath,
  figureField,
  fromFields,
  toFields,
} from './brand-fields.ts'
import { BrandHistory } from './brand-history.tsx'
import { BrandSample } from './brand-sample.tsx'
import * as t from './messages.ts'
import { useSaveDraft } from './use-platform-brand.ts'

/** All texts of the brand, with a sample that follows what is typed. What is saved is a draft. */
export const BrandForm = ({ office }: { office: BrandOffice }) => {
  const save = useSaveDraft()
  const current = toFields(office.draft?.brand ?? office.published)
  const { fields, bind, errors, setError, reset, submit } = useContractForm(leaveToServer<BrandFields>, { current })
  const isChanged = Object.entries(current).some(([name, text]) => fields[name] !== text)
  const send = submit((typed) =>
    save.mutate(fromFields(typed), {
      onSuccess: () => toast({ title: t.savedToast, description: t.saved }),
      onError: (error) => {
        if (error instanceof ApiError && error.fields.length > 0)
          for (const { path, message } of error.fields.toReversed()) setError(fieldOfPath(path), message)
        else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.saveFailed) })
      },
    }),
  )
  const text = (name: string, label: string, hint?: string) => (
    <Field key={name} label={label} hint={hint} error={errors[name]}>
      <Input {...bind(name)} autoComplete="off" />
    </Field>
  )
  return (
    <>
      <Form className="c8 stack gap-6" onSubmit={send}>
        <Card title={t.identity} note={t.identityNote}>
          <div className="stack gap-5">
            {text('name', t.name, t.nameHint)}
            {text('domain', t.domain, t.domainHint)}
          </div>
        </Card>
        <Card title={t.addresses} note={t.addressesNote}>
          <div className="stack gap-5">{addressFields.map(({ name, label }) => text(addressField(name), label))}</div>
        </Card>
        <Card
          title={t.figures}
          note={t.figuresNote}
          footer={
            <>
              <span className="grow" />
              {isChanged && <Button onClick={() => reset(current)}>{t.discardChanges}</Button>}
              <Button type="submit" variant={isChanged ? 'signal' : 'line'} disabled={!isChanged} busy={save.isPending}>
                {save.isPending ? t.saving : t.saveDraft}
              </Button>
            </>
          }
        >
          <div className="stack gap-5">
            {figureNames.map((figure, index) => (
              <div key={figure} className="stack pairs columns-2 phone-single gap-4">
                {text(figureField(figure, 'figure'), t.figure({ number: String(index + 1) }))}
                {text(figureField(figure, 'words'), t.words({ number: String(index + 1) }))}
              </div>
            ))}
          </div>
        </Card>
      </Form>
      <div className="c4 stack at-top gap-6">
        <BrandSample brand={fromFields(fields)} />
        <BrandHistory office={office} />
      </div>
    </>
  )
}
