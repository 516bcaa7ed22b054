import { Link } from 'react-router'
import { guideSteps } from '../../../content/docs/guide.ts'
import { docsPages } from '../../../content/docs/pages.ts'
import { firstPayments } from '../../../content/docs/samples.ts'
import { docsPaths } from '../../../frame/docs-screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import { LanguageChoice } from '../language-choice.tsx'
import * as t from '../messages.ts'
import { WithCode } from '../with-code.tsx'

const parts = [
  ...guideSteps.map(({ id, title }) => ({ id, name: title })),
  { id: 'languages', name: t.firstPayments },
  { id: 'next', name: t.nextTitle },
]

/** From nothing to a settled payment, against the sandbox. */
const GuideChapter = () => (
  <DocsFrame title={t.guideTitle} lead={t.guideLead} meta={docsPages.docs} parts={parts}>
    <ol className="docs-steps">
      {guideSteps.map(({ id, title, paragraphs, commands = [], outcome, after }, index) => (
        <li key={id} id={id}>
          <h2>
            <span className="docs-berth centered text-base" aria-hidden="true">
              {index + 1}
            </span>
            {title}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <WithCode text={paragraph} />
            </p>
          ))}
          {commands.map((command) => (
            <CodeBlock key={command.id} command={command} />
          ))}
          {outcome && <CodeBlock command={outcome} shown />}
          {after && (
            <p>
              <WithCode text={after} />
            </p>
          )}
        </li>
      ))}
    </ol>
    <section id="languages">
      <h2>{t.firstPayments}</h2>
      <p>{fillMessage(t.firstPaymentsText, { link: <Link to={docsPaths.docsClient}>@bitquay/client</Link> })}</p>
      <LanguageChoice commands={firstPayments} />
    </section>
    <section className="docs-next" id="next">
      <h2>{t.nextTitle}</h2>
      <ul className="block-list stack muted gap-2 mt-3">
        <li>{fillMessage(t.nextWebhooks, { link: <Link to={docsPaths.docsWebhooks}>{t.webhooks}</Link> })}</li>
        <li>{fillMessage(t.nextReference, { link: <Link to={docsPaths.docsReference}>{t.reference}</Link> })}</li>
        <li>{fillMessage(t.nextSandbox, { link: <Link to={docsPaths.docsSandbox}>{t.sandboxTools}</Link> })}</li>
      </ul>
    </section>
  </DocsFrame>
)

export default GuideChapter
