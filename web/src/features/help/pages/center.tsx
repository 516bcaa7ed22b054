import {
  Activity,
  Banknote,
  Blocks,
  Calculator,
  CircleHelp,
  ClockAlert,
  Landmark,
  type LucideIcon,
  Mail,
  Percent,
  Search,
  Smartphone,
  Store,
  Undo2,
  Users,
  Wrench,
  Zap,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { addresses, mailto } from '../../../content/content.ts'
import { articles, helpMeta } from '../../../content/help.ts'
import { paths } from '../../../frame/screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Keys } from '../../../ui/keys.tsx'
import { SiteFrame } from '../../site/index.ts'
import * as t from '../messages.ts'
import { pathOf, searchHelp } from '../search-help.ts'
import '../help.css'

const HelpCenter = () => {
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const found = query ? searchHelp(query).map(({ article }) => article) : articles
  return (
    <SiteFrame path={paths.help} meta={helpMeta}>
      <div className="site help">
        <header className="help-head">
          <h1 className="hull">{t.howCanWeHelp}</h1>
          <div className="affix">
            <Search className="ico" aria-hidden="true" />
            <input
              className="input"
              type="search"
              aria-label={t.searchHelp}
              placeholder={t.searchExample}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <p className="small muted only-desk">{fillMessage(t.inDashboard, { keys: <Keys names={['⌘', 'K']} /> })}</p>
          <span className="sr-only" role="status">
            {query && t.found({ count: found.length })}
          </span>
        </header>
        {found.length === 0 && <p className="muted">{t.nothingFound({ query })}</p>}
        <ul className="help-articles stack gap-4" aria-label={t.articles}>
          {found.map((article) => {
            const Icon = icons[article.slug] ?? CircleHelp
            return (
              <li key={article.slug}>
                <Link className="card help-card" to={pathOf(article)}>
                  <Icon className="ico muted" aria-hidden="true" />
                  <b className="strong text-base">{article.title}</b>
                  <span className="small muted">{article.summary}</span>
                </Link>
              </li>
            )
          })}
        </ul>
        <Ways />
      </div>
    </SiteFrame>
  )
}

/** How to reach a person, and what works right now. */
const Ways = () => (
  <section className="card help-ways">
    <div>
      <Mail className="ico" aria-hidden="true" />
      <span>
        <b className="strong">{addresses.support}</b>
        <span className="small muted">{t.supportEmailHint}</span>
      </span>
      <a className="btn btn--signal" href={mailto(addresses.support)}>
        {t.writeToUs}
      </a>
    </div>
    <div>
      <Activity className="ico" aria-hidden="true" />
      <span>
        <b className="strong">{t.checkStatus}</b>
        <span className="small muted">{t.checkStatusHint}</span>
      </span>
      <ButtonLink to={paths.status}>{t.liveStatus}</ButtonLink>
    </div>
  </section>
)

const icons: Record<string, LucideIcon> = {
  'getting-paid': Banknote,
  'first-till': Store,
  refunds: Undo2,
  'late-and-partial-payments': ClockAlert,
  fees: Percent,
  'getting-money-out': Landmark,
  'lost-phone': Smartphone,
  lightning: Zap,
  'taxes-and-records': Calculator,
  team: Users,
  plugins: Blocks,
  'something-is-wrong': Wrench,
}

export default HelpCenter
