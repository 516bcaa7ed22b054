import { Copy } from 'lucide-react'
import { brand } from '../../../content/content.ts'
import { Btc, Usd } from '../../../ui/figures.tsx'
import * as t from '../messages.ts'
import { SampleCode } from './sample-code.tsx'

const sampleInvoiceId = '7Q2kVb9RtXc4LmYh1PzEwN'

/** Pictures of our own screens. Nothing in them can be pressed, so all of it is hidden from screen readers. */
export const InvoicePicture = () => (
  <div className="sample-screen stack at-bottom" aria-hidden="true">
    <div className="sample-card sample-invoice stack rest-auto gap-y-0 gap-x-6 full">
      <div>
        <span className="stencil">{t.invoice}</span>
        <div className="money">
          <Usd amount="270.00" />
        </div>
        <div className="muted small">
          <Btc amount="0.00250000" />
        </div>
        <div className="sample-link across gap-2 mt-3">
          <span className="mono clip grow min-w-0">
            {brand.domain}/i/{sampleInvoiceId}
          </span>
          <Copy className="ico muted" />
        </div>
      </div>
      <SampleCode size={108} />
    </div>
  </div>
)

/** As the API answers. */
export const CodePicture = () => (
  <pre className="sample-api deep stack" aria-hidden="true">
    <code>
      <q>POST</q> /api/merchant/invoices{'\n'}
      {'{'} <q>"amount":</q> <b>270.00</b>, <q>"currency":</q> "USD" {'}'}
      {'\n\n'}
      <q>200 OK</q>
      {'\n'}
      {'{'} <q>"invoiceId":</q> "{sampleInvoiceId}",{'\n'}
      {'  '}
      <q>"status":</q> "new",{'\n'}
      {'  '}
      <q>"checkoutLink":</q>
      {'\n    '}"https://{brand.domain}/i/{sampleInvoiceId.slice(0, 8)}…" {'}'}
    </code>
  </pre>
)

/** One container is $250; the last day is today, with one payment still pending. */
const week = [4, 3, 5, 2, 6, 7, 4]

export const DashboardPicture = () => (
  <div className="sample-screen stack at-bottom" aria-hidden="true">
    <div className="sample-card sample-week full">
      <div className="sample-head flex on-baseline between">
        <span className="stencil">{t.lastWeek}</span>
        <span className="money">$7,750</span>
      </div>
      <div className="sample-stacks stack">
        {week.map((containers, day) => (
          <div key={day} className={`column at-end ${day === week.length - 1 ? 'today in-signal' : ''}`}>
            {day === week.length - 1 ? <i className="pending" /> : null}
            {Array.from({ length: containers }, (_, at) => (
              <i key={at} />
            ))}
          </div>
        ))}
      </div>
    </div>
  </div>
)
