import { type ErrorCode, errors } from '@bitquay/contract/errors'
import { errorAdvice, sampleError } from '../../../content/docs/error-advice.ts'
import { docsPages } from '../../../content/docs/pages.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const codes = (Object.keys(errorAdvice) as ErrorCode[]).toSorted(
  (one, other) => errors[one].status - errors[other].status,
)

const parts = [
  { id: 'format', name: t.errorFormat },
  { id: 'codes', name: t.codes },
]

const ErrorsChapter = () => (
  <DocsFrame title={t.errors} lead={t.errorsLead} meta={docsPages.docsErrors} parts={parts}>
    <section id="format">
      <h2>{t.errorFormat}</h2>
      <CodeBlock command={sampleError} shown />
      <p>
        {fillMessage(t.timeout, {
          key: <code>Idempotency-Key</code>,
          replayed: <code>Idempotent-Replayed: true</code>,
        })}
      </p>
    </section>
    <section id="codes">
      <h2>{t.codes}</h2>
      <dl className="docs-errors mt-2">
        {codes.map((code) => (
          <div className="stack gap-y-1 gap-x-6" key={code} id={code}>
            <dt>
              <span className="status quiet">{errors[code].status}</span>
              <code>{code}</code>
            </dt>
            <dd>
              <p className="said medium">{errors[code].message}</p>
              <p>{errorAdvice[code]}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  </DocsFrame>
)

export default ErrorsChapter
