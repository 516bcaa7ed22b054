import { brandColor } from '@bitquay/contract/brands'
import { accentsOf, deepsOf } from '@bitquay/contract/brands.color'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import type { CSSProperties } from 'react'
import { useTheme } from '../../lib/theme.ts'
import { Card } from '../../ui/card.tsx'
import { Logo } from '../../ui/logo.tsx'
import * as t from './messages.ts'

/** The head of a page, a button, a dark card, two figures of the landing page and the foot of a checkout, as they would be shown. */
export const BrandSample = ({ brand: { name, logo, colors, addresses, figures } }: { brand: PlatformBrand }) => {
  const [theme] = useTheme()
  return (
    <Card title={t.preview} aria-label={t.preview}>
      <div className="stack gap-6" style={propertiesOf(colors, theme)}>
        {logo === '' ? (
          <p className="text-xl">
            <Logo name={name} />
          </p>
        ) : (
          <p className="text-xl strong across gap-2">
            <img src={logo} alt="" width={30} height={30} />
            {name}
          </p>
        )}
        <p>
          <span className="btn btn--signal">{t.previewButton}</span>
        </p>
        <p className="card deep pad stack">
          <span className="small">{t.previewBalance}</span>
          <b className="hull text-2xl">{t.previewAmount}</b>
        </p>
        <ul className="stack gap-4">
          {[figures.businesses, figures.volume].map(({ figure, words }, index) => (
            <li key={index}>
              <b className="hull text-2xl block break-all">{figure}</b>
              <span className="small muted">{words}</span>
            </li>
          ))}
        </ul>
        <p className="small quiet">
          {t.previewFoot} {name}
        </p>
        <p className="small quiet break-all">{t.previewHelp({ address: addresses.support })}</p>
      </div>
    </Card>
  )
}

/** What is typed and no color yet changes nothing. */
const propertiesOf = ({ accent, deep }: PlatformBrand['colors'], theme: 'light' | 'dark'): CSSProperties => {
  const [signal, dark] = [brandColor.safeParse(accent).data, brandColor.safeParse(deep).data]
  const accents = signal && accentsOf(signal)[theme]
  const deeps = dark && deepsOf(dark)[theme]
  return {
    ...(accents && { '--signal': accents.signal, '--on-signal': accents.onSignal }),
    ...(deeps && { '--deep': deeps.deep, '--on-deep': deeps.onDeep, '--deep-line': deeps.deepLine }),
  } as CSSProperties
}
