import { LifeBuoy } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { addresses, brand, mailto, promises } from '../../../content/content.ts'
import { type Article, type ArticlePart, articleOf, helpMeta, minutesToRead } from '../../../content/help.ts'
import { paths } from '../../../frame/screens.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SiteFrame } from '../../site/index.ts'
import { HelpText } from '../help-text.tsx'
import * as t from '../messages.ts'
import { idOf, pathOf } from '../search-help.ts'
import '../help.css'

const HelpArticle = () => {
  const article = articleOf(useParams().article ?? '')
  return article ? <Shown article={article} /> : <Missing />
}

const Shown = ({ article }: { article: Article }) => {
  const meta = { title: t.metaTitle({ title: article.title, brand: brand.name }), description: article.summary }
  return (
    <SiteFrame path={pathOf(article)} meta={meta}>
      <div className="site help help-columns">
        <article className="help-text">
          <Link className="small underlined" to={paths.help}>
            {t.help}
          </Link>
          <h1 className="hull">{article.title}</h1>
          <p className="muted">{t.readingTime({ count: minutesToRead(article), date: article.updated })}</p>
          <Notice>
            <b className="strong">{t.inShort}</b> <HelpText text={article.inShort} />
          </Notice>
          {article.parts.map((part) => (
            <Part key={part.heading} part={part} />
          ))}
        </article>
        <Beside article={article} />
      </div>
    </SiteFrame>
  )
}

const Part = ({ part: { heading, text = [], steps = [], after } }: { part: ArticlePart }) => (
  <section>
    <h2 className="hull" id={idOf(heading)}>
      {heading}
    </h2>
    {text.map((paragraph) => (
      <p key={paragraph}>
        <HelpText text={paragraph} />
      </p>
    ))}
    {steps.length > 0 && (
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <span>
              <HelpText text={step} />
            </span>
          </li>
        ))}
      </ol>
    )}
    {after && (
      <p>
        <HelpText text={after} />
      </p>
    )}
  </section>
)

const Beside = ({ article: { parts, related } }: { article: Article }) => (
  <aside className="help-beside stack gap-4">
    <nav className="card" aria-label={t.onThisPage}>
      <span className="stencil">{t.onThisPage}</span>
      {parts.map(({ heading }) => (
        <a key={heading} href={`#${idOf(heading)}`}>
          {heading}
        </a>
      ))}
    </nav>
    <nav className="card" aria-label={t.related}>
      <span className="stencil">{t.related}</span>
      {related.map((slug) => (
        <Link key={slug} to={pathOf({ slug })}>
          {articleOf(slug)?.title}
        </Link>
      ))}
    </nav>
    <section className="card">
      <b className="strong">{t.stillStuck}</b>
      <p className="small muted">{t.repliesWithin({ time: promises.replyWithin })}</p>
      <a className="btn btn--line" href={mailto(addresses.support)}>
        <LifeBuoy className="ico" aria-hidden="true" />
        {t.writeToUs}
      </a>
    </section>
  </aside>
)

const Missing = () => (
  <SiteFrame path={paths.help} meta={helpMeta}>
    <div className="site help">
      <EmptyState
        scene="berths"
        level="h1"
        title={t.notFound}
        sentence={t.notFoundNext}
        actions={<ButtonLink to={paths.help}>{t.allArticles}</ButtonLink>}
      />
    </div>
  </SiteFrame>
)

export default HelpArticle
