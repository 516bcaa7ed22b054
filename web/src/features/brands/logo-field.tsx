import { imageTypes, mostImageBytes } from '@bitquay/contract/brands'
import { type ChangeEvent, useId, useRef } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ShopTile } from '../../ui/shop-frame.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import './branding.css'

type Told = { onSuccess: () => void; onError: (error: Error) => void }
type Action<Variables> = { mutate: (variables: Variables, told: Told) => void; isPending: boolean }

type LogoFieldProps = {
  logoUrl: string | null
  name: string
  mayChange: boolean
  upload: Action<File>
  removal: Action<void>
  /** What is said when it was saved. */
  said?: { saved: string; removed: string }
  hint?: string
}

/** The logo takes effect as soon as it is chosen. */
export const LogoField = ({
  logoUrl,
  name,
  mayChange,
  upload,
  removal,
  said = { saved: t.logoSaved, removed: t.logoRemoved },
  hint = t.logoHint,
}: LogoFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const onError = (error: Error) =>
    toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.logoFailed) })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (file.size > mostImageBytes) return toast({ kind: 'bad', title: t.failedToast, description: t.fileTooLarge })
    upload.mutate(file, { onSuccess: () => toast({ title: t.savedToast, description: said.saved }), onError })
  }
  const removeLogo = () =>
    removal.mutate(undefined, {
      onSuccess: () => toast({ title: t.savedToast, description: said.removed }),
      onError,
    })
  return (
    <fieldset className="field" aria-labelledby={labelId}>
      <span className="legend mb-2" id={labelId}>
        {t.logo}
      </span>
      <div className="branding-logo cluster gap-3">
        <ShopTile name={name} logoUrl={logoUrl} />
        <div className="about stack">
          <span className="strong">{logoUrl ? t.hasLogo : t.noLogo}</span>
          <span className="hint">{hint}</span>
        </div>
        {mayChange && (
          <div className="acts flex gap-2">
            <input
              ref={input}
              className="sr-only"
              type="file"
              accept={imageTypes.join(',')}
              aria-label={t.logo}
              tabIndex={-1}
              onChange={choose}
            />
            <Button size="sm" busy={upload.isPending} onClick={() => input.current?.click()}>
              {logoUrl ? t.replaceLogo : t.chooseLogo}
            </Button>
            {logoUrl && (
              <Button size="sm" variant="ghost" busy={removal.isPending} onClick={removeLogo}>
                {t.remove}
              </Button>
            )}
          </div>
        )}
      </div>
    </fieldset>
  )
}
