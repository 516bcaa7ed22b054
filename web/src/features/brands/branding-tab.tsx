import { type Brand, brandColor, supportContact } from '@bitquay/contract/brands'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ColorField } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import * as t from './messages.ts'
import { useBrand, useChangeBrand, useRemoveLogo, useUploadLogo } from './use-brand.ts'
import './branding.css'

/** How customers see the shop, with a preview of what is being entered. */
export const BrandingTab = ({ mayChange }: { mayChange: boolean }) => {
  const reading = useBrand()
  const { data: brand, error } = reading
  if (brand) return <BrandingForm brand={brand} mayChange={mayChange} />
  if (error) return <LoadError title={t.loadFailedTitle} sentence={t.loadFailed} reading={reading} card />
  return (
    <Card>
      <SkeletonLines lines={8} />
    </Card>
  )
}

type Fields = { name: string; color: string; supportContact: string }

const BrandingForm = ({ brand, mayChange }: { brand: Brand; mayChange: boolean }) => {
  const change = useChangeBrand()
  const upload = useUploadLogo()
  const removal = useRemoveLogo()
  const current = fieldsOf(brand)
  const form = useContractForm(check, { current })
  const { fields } = form
  const isChanged = mayChange && Object.entries(current).some(([name, value]) => fields[name as keyof Fields] !== value)
  const save = form.submit((wanted: Fields) =>
    change.mutate(toChange(wanted), {
      onSuccess: (saved) => {
        form.reset(fieldsOf(saved))
        toast({ title: t.savedToast, description: t.saved })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.failed) }),
    }),
  )
  return (
    <div className="c12 branding stack at-top gap-6">
      <Form onSubmit={save}>
        <Card
          footer={
            isChanged && (
              <>
                <span className="small quiet grow">{t.unsaved}</span>
                <Button onClick={() => form.reset(current)}>{t.discard}</Button>
                <Button type="submit" variant="signal" busy={change.isPending}>
                  {change.isPending ? t.saving : t.save}
                </Button>
              </>
            )
          }
        >
          <div className="stack gap-5">
            <LogoField
              logoUrl={brand.logoUrl}
              name={fields.name || brand.storeName}
              mayChange={mayChange}
              upload={upload}
              removal={removal}
            />
            <ColorField
              value={fields.color}
              error={form.errors.color}
              mayChange={mayChange}
              onChange={(color) => form.change('color', color)}
            />
            <Field label={t.name} hint={t.nameHint({ name: brand.storeName })}>
              <Input {...form.bind('name')} maxLength={120} placeholder={brand.storeName} readOnly={!mayChange} />
            </Field>
            <Field label={t.contact} optional hint={t.contactHint} error={form.errors.supportContact}>
              <Input {...form.bind('supportContact')} maxLength={254} readOnly={!mayChange} />
            </Field>
            {!mayChange && <Notice>{t.managersOnly}</Notice>}
          </div>
        </Card>
      </Form>
      <BrandPreview
        name={fields.name.trim() || brand.storeName}
        color={parseColor(fields.color) ?? (fields.color === '' ? null : brand.color)}
        logoUrl={brand.logoUrl}
        contact={fields.supportContact.trim()}
      />
    </div>
  )
}

const fieldsOf = (brand: Brand): Fields => ({
  name: brand.name ?? '',
  color: brand.color?.slice(1).toUpperCase() ?? '',
  supportContact: brand.supportContact ?? '',
})

const toChange = ({ name, color, supportContact: contact }: Fields) => ({
  name: name.trim() || null,
  color: color.trim() || null,
  supportContact: contact.trim() || null,
})

const check = ({ color, supportContact: contact }: Fields) => ({
  color: color.trim() === '' || parseColor(color) ? undefined : t.colorInvalid,
  supportContact: contact.trim() === '' || supportContact.safeParse(contact).success ? undefined : t.contactInvalid,
})

const parseColor = (color: string) => brandColor.safeParse(color).data
