import { type ErrorCode, errors } from '@bitquay/contract/errors'
import { errorAdvice } from '../../../content/docs/error-advice.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import { CodeBlock } from '../code-block.tsx'
import { DocsFrame } from '../docs-frame.tsx'
import * as t from '../messages.ts'

const sample = `{
  "message": "This API key does not have the scope \\"invoices\\".",
  "error": "This API key does not have the scope \\"invoices\\".",
  "code": "scope-missing",
  "requestId": "0f6c2a9e-6d2b-4a8e-9a51-3f1d2b7c8e90",
  "fields": [{ "path": "scope", "message": "invoices" }]
}`

const codes = (Object.keys(errorAdvice) as ErrorCode[]).toSorted(
  (one, other) => errors[one].status - errors[other].status,
)

const ErrorsChapter = () => (
  <DocsFrame title={t.errors} lead={t.errorsLead} description={t.errorsDescription}>
    <section>
      <CodeBlock command={{ id: 'sample-error', language: t.sampleError, text: sample }} shown />
      <p>
        {fillMessage(t.timeout, {
          key: <code>Idempotency-Key</code>,
          replayed: <code>Idempotent-Replayed: true</code>,
        })}
      </p>
    </section>
    <section>
      <h2>{t.codes}</h2>
      <dl className="docs-errors">
        {codes.map((code) => (
          <div key={code} id={code}>
            <dt>
              <span className="status">{errors[code].status}</span>
              <code>{code}</code>
            </dt>
            <dd>
              <p className="said">{errors[code].message}</p>
              <p>{errorAdvice[code]}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  </DocsFrame>
)

export default ErrorsChapter
