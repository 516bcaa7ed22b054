import { Mail } from 'lucide-react'
import { paths } from '../../../frame/screens.ts'
import * as t from '../messages.ts'
import '../prose-pages.css'
import { contact, contactMeta } from '../../../content/contact.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CallPanel } from '../call-panel.tsx'
import { Prose } from '../prose.tsx'
import { SiteFrame } from '../site-frame.tsx'

const ContactPage = () => (
  <SiteFrame path={paths.contact} meta={contactMeta}>
    <div className="site contact">
      <header className="contact-head stack phone-single at-bottom">
        <div>
          <h1 className="hull">{contact.headline}</h1>
          <p className="band-lead text-lg muted">{contact.lead}</p>
        </div>
        <div className="contact-general">
          <h2 className="stencil quiet">{contact.general.title}</h2>
          <a className="hull contact-address" href={contact.general.href}>
            {contact.general.address}
          </a>
          <p className="muted">{contact.general.text}</p>
        </div>
      </header>

      <div className="contact-cards stack columns-2 gap-5 phone-single">
        {contact.cards.map(({ title, text, action, address, href }) => (
          <section key={title} className="card contact-card column">
            <h2 className="heading text-xl">{title}</h2>
            <p className="muted text-base">{text}</p>
            <div className="contact-card-act cluster gap-y-2 gap-x-4">
              <a className="btn btn--line" href={href}>
                <Mail className="ico" aria-hidden="true" />
                {action}
              </a>
              <span className="small quiet">{address}</span>
            </div>
          </section>
        ))}
      </div>
    </div>

    <section className="band">
      <div className="site split stack at-top phone-single">
        <h2 className="hull band-title">{contact.questions.title}</h2>
        <dl className="questions">
          {contact.questions.items.map(({ question, answer }) => (
            <div key={question}>
              <dt className="heading text-lg">{question}</dt>
              <dd className="text-base muted mt-2">
                <p>
                  <Prose text={answer} />
                </p>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>

    <CallPanel title={contact.callToAction.title} text={contact.callToAction.text}>
      <ButtonLink to={paths.getStarted} variant="signal" size="lg">
        {t.createAccount}
      </ButtonLink>
    </CallPanel>
  </SiteFrame>
)

export default ContactPage
