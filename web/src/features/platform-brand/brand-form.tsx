import { brandColor } from '@bitquay/contract/brands'
import { adaptAccent, adaptDeep } from '@bitquay/contract/brands.color'
import { changedLegal, type LegalName, legalNames, longestLegalText } from '@bitquay/contract/legal-text'
import { figureNames } from '@bitquay/contract/platform-brand'
import type { BrandOffice } from '@bitquay/contract/platform-brand.admin'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LogoField } from '../brands/index.ts'
import {
  addressField,
  addressFields,
  type BrandFields,
  colorField,
  fieldOfPath,
  figureField,
  fromFields,
  fromLegalFields,
  legalField,
  legalTitles,
  toFields,
  toLegalFields,
} from './brand-fields.ts'
import { BrandHistory } from './brand-history.tsx'
import { BrandSample } from './brand-sample.tsx'
import * as t from './messages.ts'
import { useSaveDraft, useUploadLogo } from './use-platform-brand.ts'

/** All texts of the brand, with a sample that follows what is typed. What is saved is a draft. */
export const BrandForm = ({ office }: { office: BrandOffice }) => {
  const save = useSaveDraft()
  const upload = useUploadLogo()
  const removal = useSaveDraft()
  const saved = office.draft?.brand ?? office.published
  const savedLegal = office.draft?.legal ?? office.publishedLegal
  const current = { ...toFields(saved), ...toLegalFields(savedLegal) }
  const { fields, bind, errors, setError, reset, submit } = useContractForm(leaveToServer<BrandFields>, { current })
  const isChanged = Object.entries(current).some(([name, text]) => fields[name] !== text)
  const toDraft = (typed: BrandFields) => {
    const legal = fromLegalFields(typed)
    // Long texts are sent only if they changed.
    return { ...fromFields(typed, saved.logo), ...(changedLegal(savedLegal, legal).length > 0 ? { legal } : {}) }
  }
  const send = submit((typed) =>
    save.mutate(toDraft(typed), {
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
        <Card title={t.look} note={t.lookNote}>
          <div className="stack gap-5">
            <LogoField
              logoUrl={saved.logo || null}
              name={fields.name ?? saved.name}
              mayChange
              upload={upload}
              removal={{
                isPending: removal.isPending,
                mutate: (_, told) => removal.mutate({ ...saved, logo: '' }, told),
              }}
              said={{ saved: t.logoSaved, removed: t.logoRemoved }}
              hint={t.logoHint}
            />
            <div className="stack pairs columns-2 phone-single gap-4">
              {text(colorField('accent'), t.accent, adapted(fields, 'accent') ?? t.accentHint)}
              {text(colorField('deep'), t.deep, adapted(fields, 'deep') ?? t.deepHint)}
            </div>
          </div>
        </Card>
        <Card title={t.addresses} note={t.addressesNote}>
          <div className="stack gap-5">{addressFields.map(({ name, label }) => text(addressField(name), label))}</div>
        </Card>
        <Card title={t.figures} note={t.figuresNote}>
          <div className="stack gap-5">
            {figureNames.map((figure, index) => (
              <div key={figure} className="stack pairs columns-2 phone-single gap-4">
                {text(figureField(figure, 'figure'), t.figure({ number: String(index + 1) }))}
                {text(figureField(figure, 'words'), t.words({ number: String(index + 1) }))}
              </div>
            ))}
          </div>
        </Card>
        <Card
          title={t.legalCard}
          note={t.legalNote}
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
            {legalNames.map((name) => (
              <LegalField key={name} name={name} bind={bind} errors={errors} />
            ))}
          </div>
        </Card>
      </Form>
      <div className="c4">
        <div className="stack gap-6">
          <BrandSample brand={fromFields(fields, saved.logo)} />
          <BrandHistory office={office} />
        </div>
      </div>
    </>
  )
}

/** What becomes of a color on which text couldn't be read. */
const adapted = (fields: BrandFields, name: 'accent' | 'deep') => {
  const color = brandColor.safeParse(fields[colorField(name)]).data
  if (color === undefined) return undefined
  const shown = name === 'accent' ? adaptAccent(color) : adaptDeep(color)
  if (!shown.isAdapted) return undefined
  const say = name === 'accent' ? t.accentAdapted : t.deepAdapted
  return say({ color: shown.color.toUpperCase() })
}

type Bind = (name: string) => { value: string | undefined; onChange: (event: { target: { value: string } }) => void }
type LegalFieldProps = { name: LegalName; bind: Bind; errors: Partial<Record<string, string | undefined>> }

const LegalField = ({ name, bind, errors }: LegalFieldProps) => {
  const [text, from] = [legalField(name, 'text'), legalField(name, 'from')]
  const title = legalTitles[name]
  return (
    <div className="stack gap-4">
      <Field label={title} hint={t.legalHint} error={errors[text]}>
        <Textarea {...bind(text)} rows={10} maxLength={longestLegalText} spellCheck />
      </Field>
      <Field label={t.legalFrom({ title })} hint={t.legalFromHint} error={errors[from]}>
        <Input type="date" {...bind(from)} />
      </Field>
    </div>
  )
}
