import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import { Card } from '../../ui/card.tsx'
import { Logo } from '../../ui/logo.tsx'
import * as t from './messages.ts'

/** The head of a page, two figures of the landing page and the foot of a checkout, as they would be shown. */
export const BrandSample = ({ brand: { name, addresses, figures } }: { brand: PlatformBrand }) => (
  <Card title={t.preview} aria-label={t.preview}>
    <div className="stack gap-6">
      <p className="text-xl">
        <Logo name={name} />
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
