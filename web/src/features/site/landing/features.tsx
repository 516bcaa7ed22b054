import './features.css'
import type { ReactNode } from 'react'
import { features } from '../../../content/landing.ts'
import { MooredKey } from '../../../ui/harbour/moored-key.tsx'
import { AcceptPicture, SealedPicture } from './drawn-pictures.tsx'
import { CodePicture, DashboardPicture, InvoicePicture } from './screen-pictures.tsx'

const { cards } = features

/** Wide and narrow alternate: 7/5, 5/7, 7/5. */
export const Features = () => (
  <section className="band" id="features">
    <div className="site">
      <h2 className="hull band-title">{features.headline}</h2>
      <p className="band-lead text-lg muted">{features.lead}</p>
      <div className="features stack gap-5">
        <Feature wide {...cards.accept} picture={<AcceptPicture />} />
        <Feature {...cards.keys} picture={<MooredKey />} />
        <Feature {...cards.final} picture={<SealedPicture />} />
        <Feature wide {...cards.invoices} picture={<InvoicePicture />} />
        <Feature wide {...cards.integration} picture={<CodePicture />} />
        <Feature {...cards.dashboard} picture={<DashboardPicture />} />
      </div>
    </div>
  </section>
)

type FeatureProps = { title: string; text: string; picture: ReactNode; wide?: boolean }

const Feature = ({ title, text, picture, wide = false }: FeatureProps) => (
  <article className={wide ? 'card feature feature--wide column' : 'card feature column'}>
    <div className="feature-picture stack at-bottom">{picture}</div>
    <div className="feature-words">
      <h3 className="heading text-lg">{title}</h3>
      <p className="muted">{text}</p>
    </div>
  </article>
)
