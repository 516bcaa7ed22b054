import { paths } from '../../../frame/screens.ts'
import * as t from '../messages.ts'
import './hero.css'
import { figures } from '../../../content/content.ts'
import { hero } from '../../../content/landing.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Harbour } from '../../../ui/harbour/harbour.tsx'
import { Prose } from '../prose.tsx'
import { QuayFigures } from '../quay-figures.tsx'

/** The headline above a quay; its line is the horizon, and the figures are painted on its wall. */
export const Hero = () => (
  <div className="hero">
    <div className="site hero-copy">
      <h1 className="hull">
        {hero.headline[0]}
        <br />
        {hero.headline[1]}
      </h1>
      <p className="lead muted">
        <Prose text={hero.lead} />
      </p>
      <div className="acts flex gap-3">
        <ButtonLink to={paths.getStarted} variant="signal" size="lg">
          {t.getStarted}
        </ButtonLink>
        <ButtonLink to={paths.contact} variant="line" size="lg">
          {t.talkToSales}
        </ButtonLink>
      </div>
    </div>
    <Harbour newestHeight={hero.newestBlockHeight} />
    <QuayFigures figures={[figures.businesses, figures.volume, figures.setup, figures.uptime]} />
  </div>
)
