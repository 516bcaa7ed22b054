import { paths } from '../../../frame/screens.ts'
import * as t from '../messages.ts'
import '../prose-pages.css'
import { about, aboutMeta } from '../../../content/about.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { MooredKey } from '../../../ui/harbour/moored-key.tsx'
import { CallPanel } from '../call-panel.tsx'
import { QuayFigures } from '../quay-figures.tsx'
import { SiteFrame } from '../site-frame.tsx'

const AboutPage = () => (
  <SiteFrame path={paths.about} meta={aboutMeta}>
    <div className="about-head">
      <div className="site flex between">
        <h1 className="hull">{about.headline}</h1>
        <MooredKey />
      </div>
    </div>
    <div className="about-wall">
      <div className="site">
        <h2 className="sr-only">{about.impact.title}</h2>
        <QuayFigures figures={about.impact.figures} />
      </div>
    </div>

    <section className="band band--first">
      <div className="site split stack at-top phone-single">
        <h2 className="hull band-title">{about.mission.title}</h2>
        <p className="statement">{about.mission.text}</p>
      </div>
    </section>

    <section className="band">
      <div className="site split stack at-top phone-single">
        <h2 className="hull band-title">{about.story.title}</h2>
        <div className="reading stack muted gap-4.5">
          {about.story.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>

    <section className="band">
      <div className="site">
        <h2 className="hull band-title">{about.values.title}</h2>
        <ul className="values stack columns-3">
          {about.values.items.map(({ name, text }) => (
            <li key={name}>
              <h3 className="heading text-lg">{name}</h3>
              <p className="muted mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>

    <section className="band">
      <div className="site split stack at-top phone-single">
        <h2 className="hull band-title">{about.leadership.title}</h2>
        <div className="reading stack muted gap-4.5">
          {about.leadership.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>

    <CallPanel title={about.callToAction.title} text={about.callToAction.text}>
      <ButtonLink to={paths.getStarted} variant="signal" size="lg">
        {t.createAccount}
      </ButtonLink>
      <ButtonLink to={paths.home} variant="deep" size="lg">
        {t.learnMore}
      </ButtonLink>
    </CallPanel>
  </SiteFrame>
)

export default AboutPage
